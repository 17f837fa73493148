"""Proper names of the Chronicles, the same in every language (CR-1)."""

__all__ = ["CHARACTER_NAMES", "ZONE_NAMES"]

# By destiny, from 1 (CR-1.1).
CHARACTER_NAMES = (
    "Jynz",
    "Aruh'ka",
    "Broin",
    "Thenidiel",
    "Bort",
    "Keera",
    "Lisbeth",
    "Keynan",
    "Thaal",
    "Loreen",
    "Zhoor",
)
# CR-1.2
ZONE_NAMES = (
    "Puertas del Infierno",
    "Mazmorra de Hierro",
    "Bosque de Nebutland",
    "Tierras Negras",
    "Fortaleza de Cadmium",
    "Orillas de Verosüs",
    "Montañas de El Cuervo",
    "Ruinas de Kawanda",
    "Nido de Dragones",
)
