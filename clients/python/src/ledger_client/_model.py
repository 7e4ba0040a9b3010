"""How models behave: amounts are exact, what is sent is held to its fields, and what is answered may grow."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer, TypeAdapter


def _exact(value: Any) -> Any:
    """A float is not the amount that was written down, so it is refused before it is taken for one."""
    if isinstance(value, bool) or not isinstance(value, (str, int, Decimal)):
        raise ValueError('an amount is a Decimal, an int or a text such as "10.50", never a float')
    amount = Decimal(value)
    if not amount.is_finite():
        raise ValueError("an amount is a finite number")
    return amount


def _written(value: Decimal) -> str:
    """Never with an exponent, and with the zeros that it came with."""
    return format(value, "f")


Amount = Annotated[Decimal, BeforeValidator(_exact), PlainSerializer(_written, return_type=str)]
"""An exact decimal in major units."""


class Sent(BaseModel):
    """What a program sends: a field that the API does not have is a mistake, and found before it is sent."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)


class Answered(BaseModel):
    """What the ledger answers: fields that come with a later version are kept."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, frozen=True)


@cache
def adapter(model: Any) -> TypeAdapter[Any]:
    """Reads what is of this type; made once, because making it takes longer than reading."""
    return TypeAdapter(model)
