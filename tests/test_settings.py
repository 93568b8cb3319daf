"""The settings: where they come from, what they refuse, and that they never show the token."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.host.house import BASES
from bot.settings import Settings, SettingsError, TokenMissingError, load, load_without_token, table, variable
from engine import RULE_SETS

SECRET = "AbC-_" * 7
TOKEN = f"123456789:{SECRET}"


@pytest.fixture(autouse=True)
def clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty working directory, and nothing of ours in the environment but a token."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", TOKEN)


def test_the_defaults_are_these() -> None:
    assert load().model_dump(exclude={"token"}) == {
        "db": Path("paohuzi.db"),
        "api_base_url": "https://api.telegram.org/bot",
        "api_file_url": "https://api.telegram.org/file/bot",
        "log_level": "INFO",
        "health_file": None,
        "webhook_url": None,
        "webhook_host": "127.0.0.1",
        "webhook_port": 8080,
        "webhook_secret": None,
        "rules": "qq-half",
        "base": 3,
        "multiplier": 1,
        "rounds": 8,
        "pictures": True,
        "open_card_pause": 1.2,
        "computer_pause": 1.0,
        "claim_clock": 30,
        "discard_clock": 60,
        "next_round_after": 30,
        "link_lifetime": 3600,
        "command_max_age": 60,
        "idle_lobby_after": 1800,
        "idle_table_after": 86_400,
        "group_limit": 18,
        "group_window": 60,
        "private_interval": 1,
        "private_burst": 3,
        "overall_limit": 30,
    }
    assert load().secret == TOKEN


def test_an_argument_goes_before_the_environment_and_that_before_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = ["PAOHUZI_DB=file.db", "PAOHUZI_LOG_LEVEL=error", "PAOHUZI_ROUNDS=4", "COMPOSE_PROJECT_NAME=x"]
    Path(".env").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setenv("PAOHUZI_DB", "environment.db")
    monkeypatch.setenv("PAOHUZI_LOG_LEVEL", "warning")
    settings = load(db=Path("argument.db"), log_level=None)
    assert (settings.db, settings.log_level, settings.rounds) == (Path("argument.db"), "WARNING", 4)


def test_the_token_may_stand_in_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TELEGRAM_BOT_TOKEN")
    Path(".env").write_text(f"TELEGRAM_BOT_TOKEN={TOKEN}\n", encoding="utf-8")
    assert load().secret == TOKEN


def test_what_is_set_to_nothing_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAOHUZI_HEALTH_FILE", "")
    monkeypatch.setenv("PAOHUZI_ROUNDS", "")
    assert (load().health_file, load().rounds) == (None, 8)
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "")
    with pytest.raises(TokenMissingError):
        load()


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("PAOHUZI_OPEN_CARD_PAUSE", "1.6", "a number, 0 to 1.5"),
        ("PAOHUZI_OPEN_CARD_PAUSE", "nan", "a number, 0 to 1.5"),
        ("PAOHUZI_COMPUTER_PAUSE", "-1", "a number, 0 to 10"),
        ("PAOHUZI_NEXT_ROUND_AFTER", "soon", "a number, 5 to 600"),
        ("PAOHUZI_ROUNDS", "1.5", "a whole number, 0 to 100"),
        ("PAOHUZI_GROUP_LIMIT", "21", "a whole number, 1 to 20"),
        ("PAOHUZI_BASE", "4", "one of 1, 2, 3, 5, 10"),
        ("PAOHUZI_LOG_LEVEL", "loud", "one of DEBUG, INFO, WARNING, ERROR"),
        ("PAOHUZI_RULES", "bridge", "one of " + ", ".join(RULE_SETS)),
        ("PAOHUZI_API_BASE_URL", "ftp://example.org", "an http(s) address"),
        ("PAOHUZI_API_FILE_URL", "example.org", "an http(s) address"),
        ("TELEGRAM_BOT_TOKEN", "123456789:short", "digits:letters, as BotFather gave it"),
        ("TELEGRAM_BOT_TOKEN", SECRET, "digits:letters, as BotFather gave it"),
    ],
)
def test_a_bad_value_gives_one_line_with_the_variable_and_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, allowed: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as error:
        load()
    assert str(error.value) == f"{name} must be {allowed}"


def test_all_that_is_wrong_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAOHUZI_ROUNDS", "many")
    monkeypatch.setenv("PAOHUZI_BASE", "4")
    with pytest.raises(SettingsError) as error:
        load()
    assert [line.split()[0] for line in str(error.value).splitlines()] == ["PAOHUZI_BASE", "PAOHUZI_ROUNDS"]


@pytest.mark.parametrize("where", ["environment", "file"])
def test_an_unknown_variable_of_ours_is_refused_with_a_hint(
    monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    if where == "environment":
        monkeypatch.setenv("PAOHUZI_LOGLEVEL", "DEBUG")
    else:
        Path(".env").write_text("PAOHUZI_LOGLEVEL=DEBUG\n", encoding="utf-8")
    with pytest.raises(
        SettingsError, match=r"^PAOHUZI_LOGLEVEL is no setting; did you mean PAOHUZI_LOG_LEVEL\?$"
    ):
        load()


def test_a_file_that_is_no_text_is_refused_in_one_line() -> None:
    Path(".env").write_bytes(b"PAOHUZI_DB=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"^the file \.env cannot be read: UnicodeDecodeError$"):
        load()


def test_nothing_shows_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load()
    shown = f"{settings} {settings!r} {settings.model_dump()} {settings.model_dump_json()}"
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", f"1:{SECRET}")
    with pytest.raises(SettingsError) as error:
        load()
    with pytest.raises(ValidationError) as inner:
        Settings()  # type: ignore[call-arg]
    assert SECRET not in shown + str(error.value) + str(inner.value)


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        load().rounds = 3  # type: ignore[misc]


def test_the_table_has_a_line_for_each_setting_with_default_range_and_meaning() -> None:
    lines = table().splitlines()
    assert lines[0] == "| variable | default | allowed | what it is |"
    assert len(lines) == 2 + len(Settings.model_fields) == 31
    assert lines[2].startswith("| `TELEGRAM_BOT_TOKEN` | (needed) | ")
    assert "| `PAOHUZI_OPEN_CARD_PAUSE` | `1.2` | a number, 0 to 1.5 | Pause on an open card" in table()
    for name, line in zip(Settings.model_fields, lines[2:], strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[0] == f"`{variable(name)}`"
        assert len(cells) == 4
        assert all(cells)


def test_the_secret_of_the_webhook_is_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAOHUZI_WEBHOOK_SECRET", "abcdefghij0123456789")
    chosen = load(webhook_url="https://bot.example.org/hook")
    assert chosen.webhook_secret is not None
    assert chosen.webhook_secret.get_secret_value() == "abcdefghij0123456789"
    assert "abcdefghij" not in repr(chosen)
    monkeypatch.setenv("PAOHUZI_WEBHOOK_SECRET", "too short!")
    with pytest.raises(SettingsError) as refusal:
        load()
    assert str(refusal.value) == "PAOHUZI_WEBHOOK_SECRET must be 16 to 256 of A-Z a-z 0-9 _ -"


def test_work_on_the_database_needs_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TELEGRAM_BOT_TOKEN")
    assert load_without_token(db=Path("other.db")).db == Path("other.db")


def test_the_bases_are_those_that_a_table_can_choose() -> None:
    assert all(load(base=base).base == base for base in BASES)
    assert f"one of {', '.join(f'`{base}`' for base in BASES)} |" in table()
