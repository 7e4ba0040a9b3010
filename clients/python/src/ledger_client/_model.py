"""The behaviour of models: amounts are exact, sent models have exactly their fields, and received ones may have more."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    TypeAdapter,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)


def _exact(value: Any) -> Any:
    """Rejects a float, because it may differ from the amount that the program wrote."""
    if isinstance(value, bool) or not isinstance(value, (str, int, Decimal)):
        raise ValueError('an amount is a Decimal, an int or a text such as "10.50", never a float')
    amount = Decimal(value)
    if not amount.is_finite():
        raise ValueError("an amount is a finite number")
    return amount


def _written(value: Decimal) -> str:
    """The amount without an exponent, and with all its trailing zeros."""
    return format(value, "f")


Amount = Annotated[Decimal, BeforeValidator(_exact), PlainSerializer(_written, return_type=str)]
"""An exact decimal in major units."""


class Sent(BaseModel):
    """A model that a program sends. An unknown field is an error, found before the request is sent."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)


class Answered(BaseModel):
    """A model that the ledger returns. Fields that a later version adds are kept."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, frozen=True)


def _choices(annotation: Any) -> frozenset[Any]:
    """The values of every ``Literal`` in the annotation."""
    if get_origin(annotation) is Literal:
        return frozenset(get_args(annotation))
    return frozenset(value for inner in get_args(annotation) for value in _choices(inner))


class AnsweredEvent(Answered):
    """Keeps the data of an event of an unknown type, which a later version of the ledger added, as a mapping. Otherwise it could
    be read as a model that happens to fit, until the client knows the type."""

    @field_validator("data", mode="wrap", check_fields=False)
    @classmethod
    def _as_its_type_says(cls, data: Any, read: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        known = info.data.get("type") in _known_types(cls)
        return read(data) if known else data


@cache
def _known_types(event: type[BaseModel]) -> frozenset[Any]:
    return _choices(event.model_fields["type"].annotation)


@cache
def adapter(model: Any) -> TypeAdapter[Any]:
    """The adapter that reads this type. It is cached, because creating it takes longer than reading."""
    return TypeAdapter(model)
