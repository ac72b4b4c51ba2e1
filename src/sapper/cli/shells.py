"""Completion for bash, zsh and fish: a script each, made from what the command line takes, so never stale."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable

from sapper.cli.tree import Argument, Command, Kind


def bash(program: Command) -> str:
    """The script for bash 3.2 or newer; it needs no other package."""
    commands = list(program.everything())
    lines = [
        "# bash completion for sapper; made by: sapper completion bash",
        "_sapper() {",
        "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= place=1 i words= kind=",
        "  # bash cuts words at the = of --option=value.",
        '  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi',
        "  for ((i = 1; i < COMP_CWORD; i++)); do",
        '    case "$path/${COMP_WORDS[i]}" in',
        f"      {'|'.join(_path(command) for command in commands[1:])}) path=$path/${{COMP_WORDS[i]}} place=1 ;;",
    ]
    valued = "|".join(
        f"{_path(command)}/{flag}"
        for command in commands
        for option in command.options
        if option.metavar
        for flag in option.flags
    )
    lines += [f'      {valued}) ((i++)); [ "${{COMP_WORDS[i]}}" != = ] || ((i++)) ;;']
    lines += ["      */-*) ;;", "      *) ((place++)) ;;", "    esac", "  done", '  case "$path:$prev" in']
    for command in commands:
        for option in command.options:
            if option.metavar:
                names = "|".join(f"{_path(command)}:{flag}" for flag in option.flags)
                lines.append(f"    {names}) kind={option.kind.value} words={shlex.quote(' '.join(option.words))} ;;")
    lines += ["    *)", '      case "$path:$place:$cur" in']
    for command in commands:
        flags = " ".join(_flags(command))
        lines.append(f"        {_path(command)}:*:-*) kind=words words={shlex.quote(flags)} ;;")
        if command.commands:
            names = " ".join(each.name for each in command.commands)
            lines.append(f"        {_path(command)}:1:*) kind=words words={shlex.quote(names)} ;;")
        for number, place in enumerate(command.places, start=1):
            where, words = "*" if place.many else number, shlex.quote(" ".join(place.words))
            lines.append(f"        {_path(command)}:{where}:*) kind={place.kind.value} words={words} ;;")
    lines += [
        "      esac ;;",
        "  esac",
        "  local IFS=$'\\n'",
        '  case "$kind" in',
        '    words) COMPREPLY=($(compgen -W "${words// /$\'\\n\'}" -- "$cur")) ;;',
        '    file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;',
        '    folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;',
        "    *) COMPREPLY=() ;;",
        "  esac",
        "}",
        "complete -F _sapper sapper",
    ]
    return "\n".join(lines) + "\n"


def _path(command: Command) -> str:
    return "".join(f"/{word}" for word in command.path)


def _flags(command: Command) -> list[str]:
    return [flag for option in command.options for flag in option.flags]


def zsh(program: Command) -> str:
    """The script for zsh, for a folder of `fpath` or to be sourced."""
    lines = ["#compdef sapper", "# zsh completion for sapper; made by: sapper completion zsh"]
    for command in program.everything():
        lines += ["", f"{_function(command)}() {{"]
        specs = [spec for option in command.options for spec in _zsh_option(option)]
        if command.commands:
            specs += ["'1:command:->command'", "'*::argument:->rest'"]
            lines += ["  local curcontext=$curcontext state line", "  typeset -A opt_args"]
        for number, place in enumerate(command.places, start=1):
            where = "*" if place.many else f"{number}{'' if place.required else ':'}"
            specs.append(shlex.quote(f"{where}:{_zsh_text(place.metavar)}:{_zsh_values(place)}"))
        lines.append("  _arguments -C -s \\\n    " + " \\\n    ".join(specs))
        if command.commands:
            lines += ["  case $state in", "    command)", "      local -a commands=("]
            lines += [
                "        " + shlex.quote(f"{each.name}:{_zsh_text(each.help, colon=False)}")
                for each in command.commands
            ]
            lines += ["      )", "      _describe command commands ;;", "    rest)", "      case $words[1] in"]
            lines += [f"        {each.name}) {_function(each)} ;;" for each in command.commands]
            lines += ["      esac ;;", "  esac"]
        lines.append("}")
    lines += [
        "",
        'if [ "$funcstack[1]" = _sapper ]; then',
        '  _sapper "$@"',
        "else",
        "  compdef _sapper sapper",
        "fi",
    ]
    return "\n".join(lines) + "\n"


def _function(command: Command) -> str:
    return "_sapper" + "".join(f"_{word}" for word in command.path)


def _zsh_text(text: str, *, colon: bool = True) -> str:
    marks = "\\[]" + ":" * colon
    return "".join(f"\\{letter}" if letter in marks else letter for letter in text)


def _zsh_values(argument: Argument) -> str:
    match argument.kind:
        case Kind.WORDS:
            return f"({' '.join(word.replace(':', chr(92) + ':') for word in argument.words)})"
        case Kind.FILE:
            return "_files"
        case Kind.FOLDER:
            return "_files -/"
        case Kind.FREE:
            return " "


def _zsh_option(option: Argument) -> list[str]:
    others = f"({' '.join(option.flags)})" if len(option.flags) > 1 else ""
    found = []
    for flag in option.flags:
        value = f":{_zsh_text(option.metavar)}:{_zsh_values(option)}" if option.metavar else ""
        equals = "=" if option.metavar and flag.startswith("--") else ""
        found.append(shlex.quote(f"{others}{flag}{equals}[{_zsh_text(option.help)}]{value}"))
    return found


_FISH = """\
# fish completion for sapper; made by: sapper completion fish

# Whether the words typed so far, options and their values left out, begin with these and go on with so many (* any).
function __sapper_at
    set -l valued {valued}
    set -l path $argv[2..]
    set -l seen
    set -l skip 0
    for word in (commandline -opc)[2..]
        if test $skip = 1
            set skip 0
        else if contains -- $word $valued
            set skip 1
        else if not string match -q -- '-*' $word
            set -a seen $word
        end
    end
    set -l more (math (count $seen) - (count $path))
    test $more -ge 0; or return 1
    test $argv[1] = '*' -o $argv[1] = $more; or return 1
    test (count $path) = 0; or test "$seen[1..$(count $path)]" = "$path"
end

complete -c sapper -f
"""


def fish(program: Command) -> str:
    """The script for fish 3.4 or newer."""
    commands = list(program.everything())
    valued = {flag for each in commands for option in each.options if option.metavar for flag in option.flags}
    lines = []
    for command in commands:
        lines += [_fish(command, 0, "-a", each.name, "-d", each.help) for each in command.commands]
        for option in command.options:
            flags: list[str] = []
            for flag in option.flags:
                flags += ("-l", flag[2:]) if flag.startswith("--") else ("-s", flag[1:])
            lines.append(
                _fish(command, 0 if command.commands else "*", *flags, *_fish_values(option), "-d", option.help)
            )
        for number, place in enumerate(command.places):
            if place.kind is not Kind.FREE:
                lines.append(_fish(command, "*" if place.many else number, *_fish_values(place)))
    return _FISH.replace("{valued}", " ".join(sorted(valued))) + "\n".join(lines) + "\n"


def _fish(command: Command, more: int | str, *words: str) -> str:
    condition = " ".join(["__sapper_at", "'*'" if more == "*" else str(more), *command.path])
    return "complete -c sapper -n " + " ".join(map(_fish_quoted, (condition, *words)))


def _fish_quoted(text: str) -> str:
    if text and all(letter.isalnum() or letter in "-_" for letter in text):
        return text
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _fish_values(argument: Argument) -> Iterable[str]:
    named = bool(argument.flags)
    match argument.kind:
        case Kind.WORDS:
            return (*("-x",) * named, "-a", " ".join(argument.words))
        case Kind.FILE:
            return ("-r", "-F") if named else ("-F",)
        case Kind.FOLDER:
            return (*("-x",) * named, "-a", "(__fish_complete_directories)")
        case Kind.FREE:
            return ("-x",) if argument.metavar else ()


SHELLS: dict[str, Callable[[Command], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
"""What makes the script of each shell."""
