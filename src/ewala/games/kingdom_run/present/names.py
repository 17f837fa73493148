"""What clans, runners and the faces of the dice are called."""

from ewala.core.sentences import Sentence
from ewala.kit.phrases import listed

SIDES = {
    "K": Sentence("knights"),
    "S": Sentence("sorcerers"),
    "F": Sentence("people of the forest"),
    "G": Sentence("gnomes and goblins"),
}
RUNNERS = {
    "K": Sentence("a knight"),
    "S": Sentence("a sorcerer"),
    "F": Sentence("a forest dweller"),
    "G": Sentence("a gnome"),
}
FACE_NAMES = {
    "D": Sentence("Disbanding"),
    "C": Sentence("Catch-up"),
    "B": Sentence("Bathing"),
    "V": Sentence("2 victory points"),
    "L": Sentence("Lull/Awaken"),
    "X": Sentence("Carbon copy"),
}


def dice_called(faces: str) -> Sentence:
    """The faces with commas between; each language has its own words for them."""
    return listed([FACE_NAMES[face] for face in faces])
