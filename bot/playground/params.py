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

    def object(self, name: str) -> dict[str, Any] | None:
        """Return the value parsed as a JSON object, None when absent; 400 for anything else."""
        found = self.structure(name)
        if found is not None and not isinstance(found, dict):
            raise bad_request(f"object expected as {name.replace('_', ' ')}")
        return found

    def array(self, name: str, of: type) -> list[Any] | None:
        """Return the value parsed as a JSON array of such elements, None when absent; 400 otherwise."""
        found = self.structure(name)
        if found is None:
            return None
        if not isinstance(found, list) or not all(isinstance(element, of) for element in found):
            raise bad_request(f"can't parse {name.replace('_', ' ')}: expected an Array of {of.__name__}")
        return found

    def structure(self, name: str) -> Any:
        """Return the value parsed as JSON, None when absent or empty; 400 if it is no JSON."""
        if not (value := self.text(name)):
            return None
        try:
            return json.loads(value)
        except ValueError:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from None
