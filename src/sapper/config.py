"""Where a player's files live, and the settings file. It must not know what a setting does, nor how it is shown.

The settings file is TOML that a person may edit: a save changes only the lines of the settings that differ and keeps
comments, order and every table. Whatever in it is unknown or wrong is reported by name and otherwise ignored.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from sapper.errors import N_, NN_, Reason, SapperError, system_reason

PROFILE_VARIABLE = "SAPPER_PROFILE"
"""The environment variable that names a directory for everything, instead of the platform's places."""


class ConfigError(SapperError):
    """The settings cannot be written, or there is no telling where they are."""


@dataclass(frozen=True, slots=True)
class Places:
    """The directories of a profile; none of them need exist yet.

    Args:
        data: games and their backups.
        config: the settings file.
        state: what may be lost without regret, such as logs.
    """

    data: Path
    config: Path
    state: Path

    @property
    def games_file(self) -> Path:
        """The database of games."""
        return self.data / "games.db"

    @property
    def settings_file(self) -> Path:
        """The settings."""
        return self.config / "settings.toml"


def places(environ: Mapping[str, str] | None = None) -> Places:
    """Where this player's files live: `SAPPER_PROFILE` if it is set, or else the platform's own places.

    Raises:
        ConfigError: platformdirs is not installed, so that they cannot be known.
    """
    chosen = (os.environ if environ is None else environ).get(PROFILE_VARIABLE, "")
    if chosen:
        profile = Path(os.path.abspath(os.path.expanduser(chosen)))
        return Places(profile, profile, profile)
    try:
        from platformdirs import PlatformDirs
    except ImportError:
        raise ConfigError(
            N_("sapper needs platformdirs to find your files; install it, or set {variable} to a directory"),
            variable=PROFILE_VARIABLE,
        ) from None

    directories = PlatformDirs("sapper", appauthor=False)
    return Places(directories.user_data_path, directories.user_config_path, directories.user_state_path)


_SIZE = r"[0-9]{1,4}x[0-9]{1,4}/[0-9]{1,7}"


def _one_of(default: str, *choices: str, pattern: str = r"(?!)") -> str:
    """A setting that takes one of these words, or whatever the pattern matches."""
    words: str = field(default=default, metadata={"choices": (default, *choices), "pattern": pattern})
    return words


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player can set, each with its default."""

    language: str = _one_of("auto", "en", "zh")
    """`auto` follows the locale."""
    theme: str = _one_of("dark", "light", "classic", "high-contrast", "colour-blind")
    glyphs: str = _one_of("auto", "unicode", "ascii")
    cells: str = _one_of("auto", "narrow", "wide")
    """Cells of one or two columns; `auto` takes what the window has room for."""
    level: str = _one_of("beginner", "intermediate", "expert", "ranked-beginner", pattern=_SIZE)
    """The level of a new game: a name, or a size such as `30x16/99`."""
    policy: str = _one_of("opening", "safe", "any", "no-guess")
    """The first-click policy of a new game."""
    question_marks: bool = False
    left_click_chords: bool = True
    """A left click on an open number chords."""
    mouse: bool = True
    live_statistics: bool = False
    """3BV and its like are shown during the game, not only after it."""
    loss_animation: bool = True
    help_seen: bool = False
    """The first-run help has been shown."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was found in a settings file.

    Args:
        settings: the settings, defaults where the file says nothing or something wrong.
        keys: the `[keys]` table as it stands, for whoever knows the actions.
        faults: what was wrong, each with what would be right.
    """

    settings: Settings = Settings()
    keys: Mapping[str, object] = field(default_factory=dict)
    faults: tuple[Reason, ...] = ()


_ENCODING = "utf-8-sig"
"""UTF-8, with the mark that some editors put before it or without."""


def choices(name: str) -> tuple[str, ...]:
    """The words that a setting takes; empty for one that is on or off."""
    return next(tuple(spec.metadata.get("choices", ())) for spec in fields(Settings) if spec.name == name)


def load_settings(path: Path | None = None) -> Loaded:
    """Reads the settings file; never fails.

    Args:
        path: the file; the profile's own by default. One that is not there means defaults.
    """
    try:
        path = places().settings_file if path is None else path
        text = path.read_bytes().decode(_ENCODING)
    except ConfigError as error:
        return Loaded(faults=error.reasons)
    except FileNotFoundError:
        return Loaded()
    except UnicodeDecodeError:
        return Loaded(faults=(Reason(N_("{path} is not UTF-8 text; the defaults are used"), {"path": path}),))
    except OSError as error:
        values = {"path": path, "why": system_reason(error)}
        return Loaded(faults=(Reason(N_("{path} cannot be read ({why}); the defaults are used"), values),))
    return parse_settings(text, name=str(path))


def parse_settings(text: str, *, name: str = "settings.toml") -> Loaded:
    """Reads the text of a settings file, which the faults call by `name`."""
    import tomllib

    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = Reason(N_("it is nested too deeply")) if isinstance(error, RecursionError) else str(error)
        values = {"path": name, "why": why}
        return Loaded(faults=(Reason(N_("{path} is not TOML ({why}); the defaults are used"), values),))
    known = {spec.name for spec in fields(Settings)}
    faults: list[Reason] = []
    right: dict[str, object] = {}
    for key, value in table.items():
        if key == "keys":
            continue
        if key not in known:
            faults.append(_unknown(name, key, known))
        elif (fault := _fault(name, key, value)) is not None:
            faults.append(fault)
        else:
            right[key] = value
    keys = table.get("keys", {})
    if not isinstance(keys, dict):
        faults.append(Reason(N_("{path}: keys must be a table, [keys]"), {"path": name}))
        keys = {}
    return Loaded(Settings(**right), keys, tuple(faults))  # type: ignore[arg-type]  # each checked by _fault


def in_one(faults: Sequence[Reason]) -> Reason:
    """Faults as one sentence, where there is room for no more: the first, and how many more there are."""
    first, *more = faults
    if not more:
        return first
    text = NN_("{fault}; there is {count} more fault", "{fault}; there are {count} more faults", "count")
    return Reason(text, {"fault": first, "count": len(more)})


def _unknown(path: str, key: str, known: set[str]) -> Reason:
    from difflib import get_close_matches

    close = get_close_matches(key, known, n=1)
    if close:
        values = {"path": path, "key": key, "close": close[0]}
        return Reason(N_("{path}: there is no setting {key}; did you mean {close}?"), values)
    values = {"path": path, "key": key, "names": ", ".join(sorted(known))}
    return Reason(N_("{path}: there is no setting {key}; there are {names}"), values)


def _fault(path: str, key: str, value: object) -> Reason | None:
    spec = next(spec for spec in fields(Settings) if spec.name == key)
    found = repr(value) if isinstance(value, str) else _scalar(value)
    values = {"path": path, "key": key, "found": found[:40]}
    if isinstance(spec.default, bool):
        if isinstance(value, bool):
            return None
        return Reason(N_("{path}: {key} must be true or false, not {found}"), values)
    words = spec.metadata["choices"]
    if isinstance(value, str) and (value in words or re.fullmatch(spec.metadata["pattern"], value)):
        return None
    values["choices"] = ", ".join(words)
    if spec.metadata["pattern"] == _SIZE:
        return Reason(N_("{path}: {key} must be one of {choices} or a size such as 30x16/99, not {found}"), values)
    return Reason(N_("{path}: {key} must be one of {choices}, not {found}"), values)


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Writes the settings, keeping whatever else the file says. Either the old file or the new one is there afterwards.

    A file that was not TOML, or that says a setting in more than a line, is kept beside the new one as
    `settings.toml.old`.

    Raises:
        ConfigError: the file cannot be written.
    """
    path = Path(os.path.realpath(places().settings_file if path is None else path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_bytes() if path.exists() else b""
        try:
            text = merged_text(old.decode(_ENCODING), settings)
        except UnicodeDecodeError:
            text = None
        if text is None:
            write_atomically(path.with_name(path.name + ".old"), old)
            text = merged_text("", settings) or ""
        write_atomically(path, text.encode("utf-8"))
    except OSError as error:
        raise ConfigError(
            N_("the settings cannot be saved: {path}: {why}"), path=path, why=system_reason(error)
        ) from error


def merged_text(old: str, settings: Settings) -> str | None:
    """The text of a settings file with these settings in it, or None where the old text cannot be edited line by line.

    A line is written for a setting that the file has already or that is not the default.
    """
    if any(fault.template.startswith("{path} is not TOML") for fault in parse_settings(old).faults):
        return None
    lines = old.splitlines(keepends=True)
    top = next((number for number, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    head, tail = lines[:top], lines[top:]
    for spec in fields(Settings):
        value = getattr(settings, spec.name)
        written = f"{spec.name} = {_scalar(value)}"
        place = next((n for n, line in enumerate(head) if re.match(rf"""\s*["']?{spec.name}["']?\s*=""", line)), None)
        if place is not None:
            if parse_settings(head[place]).settings != replace(Settings(), **{spec.name: value}):
                head[place] = written + _comment(head[place]) + "\n"
        elif value != spec.default:
            if head and not head[-1].endswith("\n"):
                head[-1] += "\n"
            head.append(written + "\n")
    text = "".join(head + tail)
    # A value that spans lines comes out as something else.
    return text if parse_settings(text).settings == settings else None


def _comment(line: str) -> str:
    """The comment that ends a line whose value has no `#` in it, with its space."""
    match = re.fullmatch(r"""[^#"']*(?:"[^"]*"|'[^']*')?[^#"']*?(\s*#.*)""", line.rstrip("\r\n"))
    return match[1] if match else ""


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def write_atomically(path: Path, content: bytes) -> None:
    """Replaces a file's content so that a crash leaves the old one or the new one, never a part.

    Raises:
        OSError: it cannot be written; the old content is still there.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            part.chmod(path.stat().st_mode & 0o777)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
