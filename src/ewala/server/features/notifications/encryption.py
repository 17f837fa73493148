"""Messages that one browser alone can read, whoever carries them (RFC 8291, in the form of RFC 8188)."""

import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ewala.server.features.notifications.subscriptions import BrowserKeys

LONGEST_MESSAGE = 3993  # bytes: services take 4096, of which 86 go before it and 17 behind
RECORD_SIZE = 4096
SALT_BYTES = 16
LAST_RECORD = b"\x02"


def encrypted(message: bytes, keys: BrowserKeys) -> bytes:
    """The body of a request in the coding `aes128gcm`."""
    assert len(message) <= LONGEST_MESSAGE
    ours, salt = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(SALT_BYTES)
    public = ours.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public)
    shared = ours.exchange(ec.ECDH(), theirs)
    material = _derived(shared, keys.auth, b"WebPush: info\0" + keys.public + public, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(secret: bytes, salt: bytes, purpose: bytes, size: int) -> bytes:
    return HKDF(SHA256(), size, salt, purpose).derive(secret)
