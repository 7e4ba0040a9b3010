"""The base classes of the models. Amounts are exact; models in requests reject unknown fields, and models in answers keep them."""

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
    """Rejects a float: it may differ from the decimal amount in the program's source."""
    if isinstance(value, bool) or not isinstance(value, (str, int, Decimal)):
        raise ValueError('an amount is a Decimal, an int or a text such as "10.50", never a float')
    amount = Decimal(value)
    if not amount.is_finite():
        raise ValueError("an amount is a finite number")
    return amount


def _written(value: Decimal) -> str:
    """Prints the amount without an exponent and with its trailing zeros."""
    return format(value, "f")


Amount = Annotated[Decimal, BeforeValidator(_exact), PlainSerializer(_written, return_type=str)]
"""An exact decimal in major units."""


class Sent(BaseModel):
    """A model in a request. An unknown field is an error, which is raised before the request is sent."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)


class Answered(BaseModel):
    """A model in an answer. It keeps unknown fields, which a later version of the service may have added."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, frozen=True)


def _choices(annotation: Any) -> frozenset[Any]:
    """Returns the values of every ``Literal`` in the annotation."""
    if get_origin(annotation) is Literal:
        return frozenset(get_args(annotation))
    return frozenset(value for inner in get_args(annotation) for value in _choices(inner))


class AnsweredEvent(Answered):
    """Keeps the data of an event as a mapping if this client does not know the event's type. Without this check, pydantic
could read the data as a model of a different type whose fields happen to match."""

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
    """Returns the adapter that reads values of this type. Adapters are cached, because creating one takes longer than reading a
value."""
    return TypeAdapter(model)
