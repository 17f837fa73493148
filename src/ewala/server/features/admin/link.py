"""Where the host's desk is: the key stands after the `#`, which no browser sends and no log has."""


def desk_link(address: str, key: str) -> str:
    return f"{address.partition('#')[0].rstrip('/')}/#/desk/{key}"
