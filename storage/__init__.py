"""Everything that outlives a restart: the events of each table, the ledger, the places of messages."""

from storage.errors import Conflict, Damaged, InUse, StoreError
from storage.rows import (
    Balance,
    Cause,
    Clock,
    Group,
    Link,
    MessagePlace,
    Person,
    Postings,
    RoundRow,
    Seats,
    Settlement,
    StoredEvent,
    StoredRound,
    TableRow,
)
from storage.store import Store

__all__ = [
    "Balance",
    "Cause",
    "Clock",
    "Conflict",
    "Damaged",
    "Group",
    "InUse",
    "Link",
    "MessagePlace",
    "Person",
    "Postings",
    "RoundRow",
    "Seats",
    "Settlement",
    "Store",
    "StoreError",
    "StoredEvent",
    "StoredRound",
    "TableRow",
]
