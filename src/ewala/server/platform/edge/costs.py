"""What requests and frames cost, in units of about half a millisecond of processor time, measured and rounded up.

Budgets are in `Limits`; connection.py, guard.py and handlers charge them. What is sent to others costs more the more
devices there are, since each gets a frame of its own.
"""

# --- Below requests and frames
ARRIVAL = 1.0  # a connection: its protocol, its entry, its end
READ = 0.1  # a read from a socket, and its parser's work
READ_BYTE = 1 / 16384  # for each byte: a parser called for every other byte takes 30 ns for each
CONTROL = 0.1  # a WebSocket's ping, pong or piece of a message: nobody else sees them
ANSWER_BYTE = 1 / 65536  # for each byte of an answer: written, copied to the socket

# --- Requests
REFUSAL = 0.2  # an answer that says no, to whom has nothing left: the next is read when that is paid off
HEAD = 0.3  # a request's head, whatever becomes of it
REQUEST = 0.5  # anything at all, also what is not there: routing, answer
FILE = 0.2  # besides: a file of the page, which is in memory
COUNTED = 0.5  # something small that is known already
GAMES = 1.5  # all games with options, boards and refusals: translated and encoded
LIST = 6.0  # up to 100 tables, some of them read from the database
SNAPSHOT = 1.0  # all that somebody may know of a table
RECORD = 6.0  # a game as text
MADE = 3.0  # a table: two rows and a flush
COMMAND = 1.0  # something that changes a table: checked, stored, told

# --- Frames
FRAME = 0.2  # anything at all: decoded, and a line in answer
HANDSHAKE = 2.0  # a WebSocket: another protocol, a task, a place at the table
GREETING = 1.0  # a snapshot
GREETING_EXPLAINED = 2.0  # a snapshot with what there is to point at, and 200 events in words
TOLD = 0.06  # a line to one more device: its own frame, its own write


def told_to(devices: int) -> float:
    """The cost of telling so many devices something."""
    return devices * TOLD
