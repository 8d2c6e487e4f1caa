"""Makes the data of this package out of published 4-bit weights. Not part of the wheel."""
