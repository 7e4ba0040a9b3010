"""Reads Server-Sent Events. In this format only CR, LF and CRLF end a line. ``str.splitlines`` and the line iterators of HTTP
libraries also split at U+2028, U+2029 and U+0085, so they cannot be used here."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n|\n|\r")


class MessageReader:
    """An empty line ends a message. If the connection breaks within a message, the message is dropped."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        # The received parts of an unfinished line. They are joined once, when the line ends.
        self._line: list[str] = []
        self._data: list[str] = []
        self._ended_by_cr = False

    def data_in(self, piece: bytes) -> Iterator[str]:
        """Returns the data of each message that this piece completes."""
        text = self._decoder.decode(piece)
        if not text:
            return
        if self._ended_by_cr and text[0] == "\n":
            text = text[1:]
            self._ended_by_cr = False
        self._ended_by_cr = text.endswith("\r")
        *parts, rest = _LINE_END.split(text)
        for part in parts:
            line = "".join((*self._line, part))
            self._line.clear()
            if line:
                self._take(line)
                continue
            if self._data:
                yield "\n".join(self._data)
            self._data.clear()
        self._line.append(rest)

    def _take(self, line: str) -> None:
        """Only ``data`` lines are read: the event in them contains its sequence. A line that begins with a colon only keeps the
connection open."""
        if line == "data":
            self._data.append("")
        elif line.startswith("data:"):
            self._data.append(line[6:] if line.startswith("data: ") else line[5:])
