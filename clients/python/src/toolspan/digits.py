"""Numbers as JSON text and back, without losing a digit."""

import math

# Python refuses to convert longer integers in one step (sys.set_int_max_str_digits, 4,300 by default, 640 at least).
_STEP = 600
_SMALL = 10**_STEP


def integer_text(number: int) -> str:
    """Every digit, at any size."""
    if -_SMALL < number < _SMALL:
        return int.__repr__(number)
    sign, rest = ("-", -number) if number < 0 else ("", number)
    width = _STEP
    while rest >= 10 ** (2 * width):
        width *= 2
    return sign + _split(rest, width).lstrip("0")


def _split(number: int, width: int) -> str:
    """`number` < 10^(2*width), padded to 2*width digits."""
    if width < _STEP:
        return int.__repr__(number).zfill(2 * width)
    high, low = divmod(number, 10**width)
    return _split(high, width // 2) + _split(low, width // 2)


def integer_value(text: str) -> int:
    """The mirror of `integer_text`."""
    if len(text) <= _STEP:
        return int(text)
    if text.startswith("-"):
        return -integer_value(text[1:])
    half = len(text) // 2
    power: int = 10**half
    return integer_value(text[:-half]) * power + integer_value(text[-half:])


def float_text(number: float) -> str:
    """A finite float as RFC 8785 (ECMAScript) writes it, plus `.0` where that has no point or exponent (C2.11)."""
    if number == 0:
        return "-0.0" if math.copysign(1.0, number) < 0 else "0.0"
    mantissa, _, power = float.__repr__(abs(number)).partition("e")
    whole, _, part = mantissa.partition(".")
    part = "" if part == "0" else part
    digits = (whole + part).lstrip("0")
    # the value is 0.DIGITS times ten to the power of `point`
    point = len(whole) + int(power or 0) - (len(whole + part) - len(digits))
    digits = digits.rstrip("0")
    sign = "-" if number < 0 else ""
    if 0 < point <= 21:
        padded = digits.ljust(point, "0")
        return f"{sign}{padded[:point]}.{padded[point:] or '0'}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    exponent = point - 1
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if exponent > 0 else '-'}{abs(exponent)}"
