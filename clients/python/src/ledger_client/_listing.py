"""A paged list. A program can iterate over all its items, or read single pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ._model import adapter

Item = TypeVar("Item")
Meta = TypeVar("Meta")


@dataclass(frozen=True)
class Page(Generic[Item, Meta]):
    items: list[Item]
    meta: Meta
    """The members of the page's ``meta`` except the pagination. Most lists have none."""
    next_cursor: str | None
    """The cursor of the next page; None on the last page."""
    previous_cursor: str | None
    """The cursor of the previous page; None on the first page."""


def page_in(answer: dict[str, Any], item: Any, meta: Any) -> Page[Any, Any]:
    """Reads a page from an answer. Raises an exception if the answer is not a page of these items."""
    told = dict(answer["meta"])
    pagination = told.pop("pagination")
    # The API nests the pagination of an account's entries in a second ``pagination``.
    pagination = pagination.get("pagination", pagination)
    return Page(
        items=adapter(list[item]).validate_python(answer["data"]),
        meta=None if meta is None else adapter(meta).validate_python(told),
        next_cursor=pagination["next_cursor"],
        previous_cursor=pagination["previous_cursor"],
    )


class Listing(Generic[Item, Meta]):
    """A list whose iterator reads page after page. It requests the next page when the program has used all items of the current
one."""

    def __init__(self, read: Callable[[str | None], Page[Item, Meta]]) -> None:
        self._read = read

    def page(self, cursor: str | None = None) -> Page[Item, Meta]:
        """Reads the page at a cursor; by default the first page."""
        return self._read(cursor)

    def pages(self) -> Iterator[Page[Item, Meta]]:
        cursor: str | None = None
        while True:
            page = self.page(cursor)
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items


class AsyncListing(Generic[Item, Meta]):
    """The asyncio version, for ``async for item in listing``."""

    def __init__(self, read: Callable[[str | None], Awaitable[Page[Item, Meta]]]) -> None:
        self._read = read

    async def page(self, cursor: str | None = None) -> Page[Item, Meta]:
        return await self._read(cursor)

    async def pages(self) -> AsyncIterator[Page[Item, Meta]]:
        cursor: str | None = None
        while True:
            page = await self.page(cursor)
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.items:
                yield item
