"""What can be set from outside: by arguments, the environment, and a file `.env` in the working directory."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from dotenv import dotenv_values
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticUndefined
from pydantic_settings import BaseSettings, SettingsConfigDict

from engine.rules import RULE_SETS

TOKEN: Final = "TELEGRAM_BOT_TOKEN"  # noqa: S105 - the variable's name
PREFIX: Final = "PAOHUZI_"
ENV_FILE: Final = ".env"

_TOKEN_FORM = re.compile(r"[0-9]{3,20}:[A-Za-z0-9_-]{30,64}")
_URL_FORM = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?")
_SECRET_FORM = re.compile(r"[A-Za-z0-9_-]{16,256}")
_HTTPS_FORM = re.compile(r"https://.*|http://(127\.0\.0\.1|localhost|\[::1\])([:/].*)?")
_LEAST_AND_MOST = ("ge", "le")


class SettingsError(Exception):
    """Something is set wrongly. Its text is one sentence for each such thing, and never shows the token."""


class TokenMissingError(SettingsError):
    """There is no bot token at all."""


def _token(value: SecretStr) -> SecretStr:
    if not _TOKEN_FORM.fullmatch(value.get_secret_value()):
        raise ValueError("not a token")
    return value


def _url(value: str) -> str:
    if not _URL_FORM.fullmatch(value):
        raise ValueError("not an address")
    return value


def _webhook_url(value: str) -> str:
    if not _HTTPS_FORM.fullmatch(_url(value)):
        raise ValueError("not where Telegram can be let in")
    return value


def _webhook_secret(value: SecretStr) -> SecretStr:
    if not _SECRET_FORM.fullmatch(value.get_secret_value()):
        raise ValueError("not a secret")
    return value


def _rule_set(value: str) -> str:
    if value not in RULE_SETS:
        raise ValueError("not a rule set")
    return value


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


def _number(value: object) -> object:
    """Text as a number, so that a number of a few choices can come from the environment."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value


Token = Annotated[SecretStr, AfterValidator(_token)]
Url = Annotated[str, AfterValidator(_url)]
WebhookUrl = Annotated[str, AfterValidator(_webhook_url)]
WebhookSecret = Annotated[SecretStr, AfterValidator(_webhook_secret)]
RuleSet = Annotated[str, AfterValidator(_rule_set)]
LogLevel = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)]
Base = Annotated[Literal[1, 2, 3, 5, 10], BeforeValidator(_number)]


def _allows(text: str) -> dict[str, Any]:
    """Words for what a field allows, where its type alone does not say it."""
    return {"allows": text}


class Settings(BaseSettings):
    """The settings. Lengths of time are in seconds. A field is set by PAOHUZI_ and its name in capitals."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        populate_by_name=True,
        hide_input_in_errors=True,
        allow_inf_nan=False,
    )

    token: Token = Field(
        validation_alias=TOKEN,
        description="The bot's token, from @BotFather.",
        json_schema_extra=_allows("`digits:letters`, as BotFather gave it"),
    )
    db: Path = Field(Path("paohuzi.db"), description="The database file; it is made if it is not there.")
    api_base_url: Url = Field(
        "https://api.telegram.org/bot",
        description="Where Telegram's Bot API is; the token is put right behind it.",
        json_schema_extra=_allows("an http(s) address"),
    )
    api_file_url: Url = Field(
        "https://api.telegram.org/file/bot",
        description="Where the Bot API's files are; the token is put right behind it.",
        json_schema_extra=_allows("an http(s) address"),
    )
    log_level: LogLevel = Field("INFO", description="How much is logged, to stderr.")
    health_file: Path | None = Field(
        None,
        description="A file that gets the Unix time every 30 seconds while the bot hears from Telegram.",
    )

    webhook_url: WebhookUrl | None = Field(
        None,
        description="Where Telegram brings updates, from outside; without it the bot asks for them itself.",
        json_schema_extra=_allows("an https address (http on this machine only)"),
    )
    webhook_host: str = Field(
        "127.0.0.1",
        description="The address on which the bot listens for them, behind the proxy that has the certificate.",
        json_schema_extra=_allows("an address of this machine"),
    )
    webhook_port: int = Field(8080, ge=1, le=65_535, description="The port on which it listens.")
    webhook_secret: WebhookSecret | None = Field(
        None,
        description="What Telegram has to send along so that it is believed; a new one at each start if not given.",
        json_schema_extra=_allows("16 to 256 of `A-Z a-z 0-9 _ -`"),
    )

    rules: RuleSet = Field(
        "qq-half",
        description="The rule set with which a new table opens.",
        json_schema_extra=_allows("one of " + ", ".join(f"`{name}`" for name in RULE_SETS)),
    )
    base: Base = Field(3, description="The base stake 底分 with which a new table opens.")
    multiplier: int = Field(1, ge=1, le=10_000, description="How many beans 豆 a point is (R43).")
    rounds: int = Field(8, ge=0, le=100, description="Rounds in a match; 0: it has no end.")

    pictures: bool = Field(
        True,
        description="Whether cards are drawn for people and groups that have not chosen; else they are text.",
    )

    open_card_pause: float = Field(
        1.2,
        ge=0,
        le=1.5,
        description="Pause on an open card that nobody can claim, so that it looks like any other.",
    )
    computer_pause: float = Field(
        1.0, ge=0, le=10, description="How long a computer player seems to think before it plays."
    )
    claim_clock: int = Field(
        30,
        ge=0,
        le=86_400,
        description="Seconds for an answer to a card, in groups that chose nothing; 0: no clock.",
    )
    discard_clock: int = Field(
        60, ge=0, le=86_400, description="Seconds for a discard, in groups that chose nothing; 0: no clock."
    )
    next_round_after: float = Field(
        30, ge=5, le=600, description="The next round begins this long after a settlement, ready or not."
    )
    link_lifetime: float = Field(
        3600, ge=60, le=86_400, description="How long a personal link to a seat can be used."
    )

    command_max_age: float = Field(
        60,
        ge=5,
        le=86_400,
        description="A command that comes later than this many seconds, after an outage, is not carried out.",
    )
    idle_lobby_after: float = Field(
        1800,
        ge=60,
        le=604_800,
        description="A table where nothing happened for this long before a match closes.",
    )
    idle_table_after: float = Field(
        86_400, ge=600, le=604_800, description="The same in a match; a round in play is void then."
    )

    group_limit: int = Field(
        18, ge=1, le=20, description="Messages and edits in one group within `PAOHUZI_GROUP_WINDOW`."
    )
    group_window: float = Field(
        60, ge=0.1, le=600, description="The stretch of time that a group's limit is for."
    )
    private_interval: float = Field(
        1.0,
        ge=0.01,
        le=60,
        description="Time between messages and edits in one private chat, in the long run.",
    )
    private_burst: int = Field(
        3,
        ge=1,
        le=10,
        description="Messages and edits in one private chat that may follow each other at once.",
    )
    overall_limit: int = Field(
        30, ge=1, le=1000, description="Messages and edits in all chats, in one second."
    )

    @property
    def secret(self) -> str:
        """The token in clear, for the calls that need it."""
        return self.token.get_secret_value()


def load(**given: Any) -> Settings:
    """The settings: `given` by field name (None: not given) before the environment before `.env`.

    Raises TokenMissingError without a token, SettingsError for anything unknown or out of its range.
    """
    try:
        unknown = _unknown_variables()
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False)
        if all(fault["type"] == "missing" for fault in faults):
            raise TokenMissingError(f"{TOKEN} is not set") from None
        wrong = [fault for fault in faults if fault["type"] != "missing"]
        raise SettingsError("\n".join(map(_sentence, wrong))) from None
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"the file {ENV_FILE} cannot be read: {type(error).__name__}") from None
    if unknown:
        raise SettingsError("\n".join(unknown))
    return settings


def load_without_token(**given: Any) -> Settings:
    """The settings for work on the database alone; as `load`, but for the token, which is not looked at."""
    return load(**{TOKEN: f"{'0' * 3}:{'0' * 30}"}, **given)


def variable(name: str) -> str:
    """The environment variable of a field."""
    return TOKEN if name == "token" else PREFIX + name.upper()


def table() -> str:
    """All settings as a Markdown table, in the order of the fields, for README.md."""
    lines = ["| variable | default | allowed | what it is |", "| --- | --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        lines.append(f"| `{variable(name)}` | {_default(field)} | {_allowed(field)} | {field.description} |")
    return "\n".join(lines)


def _unknown_variables() -> list[str]:
    known = {variable(name) for name in Settings.model_fields}
    found = {name.upper() for name in (*os.environ, *dotenv_values(ENV_FILE, encoding="utf-8"))}
    sentences = []
    for name in sorted(found - known):
        if name.startswith(PREFIX):
            near = difflib.get_close_matches(name, known, 1, cutoff=0.8)
            hint = f"; did you mean {near[0]}?" if near else ""
            sentences.append(f"{name} is no setting{hint}")
    return sentences


def _sentence(fault: ErrorDetails) -> str:
    place = str(fault["loc"][0])
    name = "token" if place == TOKEN else place
    return f"{variable(name)} must be {_allowed(Settings.model_fields[name]).replace('`', '')}"


def _default(field: FieldInfo) -> str:
    if field.default is PydanticUndefined:
        return "(needed)"
    return "(none)" if field.default is None else f"`{field.default}`"


def _allowed(field: FieldInfo) -> str:
    """What a field allows, in words: "one of …", "0 to 1.5", "a path"."""
    if isinstance(field.json_schema_extra, dict):
        return str(field.json_schema_extra["allows"])
    if field.annotation is not None and getattr(field.annotation, "__origin__", None) is Literal:
        return "one of " + ", ".join(f"`{choice}`" for choice in field.annotation.__args__)
    limits = [getattr(item, end) for end in _LEAST_AND_MOST for item in field.metadata if hasattr(item, end)]
    if field.annotation is bool:
        return "`true` or `false`"
    if limits:
        return f"{'a whole number' if field.annotation is int else 'a number'}, {limits[0]} to {limits[1]}"
    return "a path"
