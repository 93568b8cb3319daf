"""The parameters of a request, however they were sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.playground.errors import bad_request


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file."""

    name: str
    mime_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Params:
    """Named values as text (JSON for structures) and uploads by the name of their part."""

    values: Mapping[str, str]
    uploads: Mapping[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return the value, "" when absent."""
        return self.values.get(name, "")

    def integer(self, name: str, default: int = 0) -> int:
        """Return the value as an integer, `default` when it is absent or no integer (as Telegram does)."""
        try:
            return int(self.values.get(name, ""))
        except ValueError:
            return default

    def flag(self, name: str) -> bool:
        """Return whether the value says yes."""
        return self.text(name).lower() in ("true", "yes", "1")

    def structure(self, name: str) -> Any:
        """Return the value parsed as JSON, None when absent or empty; 400 if it is no JSON."""
        if not (value := self.text(name)):
            return None
        try:
            return json.loads(value)
        except ValueError:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from None
