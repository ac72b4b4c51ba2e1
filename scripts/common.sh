# Sourced by the scripts beside it: finding a Python, and making a virtual environment once, however many ask at a time.
# bash 3.2 is enough. Functions say `|| return`, because `set -e` sleeps inside a condition.

root=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cache=$root/.cache
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_RETRIES="${PIP_RETRIES:-1}"  # without a network, say so soon
unset PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV PYTHONHOME

say() { printf '%s\n' "$*" >&2; }

# Sets $python to an interpreter that is new enough: $PYTHON, or the first of the usual names.
find_python() {
  local candidate seen=
  for candidate in ${PYTHON:+"$PYTHON"} python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      python=$candidate
      return
    fi
    seen=${seen:-$("$candidate" -c 'import sys; print("%s is Python %d.%d" % ((sys.executable,) + sys.version_info[:2]))' 2>/dev/null || true)}
    if [ -n "${PYTHON:-}" ]; then
      say "PYTHON=$PYTHON does not run as Python 3.11 or newer${seen:+ ($seen)}; set it to one that does, or unset it."
      return 1
    fi
  done
  say "sapper needs Python 3.11 or newer${seen:+, but $seen}. Install one, or set PYTHON to where it is."
  return 1
}

# going_on SENTENCE COMMAND...: says what is done and how it ended, and what the command says; meanwhile, at a terminal, a dot
# a second. The command runs in a subshell.
going_on() {
  local status=0 said dots=
  printf '%s ...' "$1" >&2
  if [ -t 2 ]; then
    ( while sleep 1 && kill -0 "$$" 2>/dev/null; do printf . >&2; done ) &
    dots=$!
  fi
  said=$("${@:2}" 2>&1 >/dev/null) || status=$?
  [ -z "$dots" ] || { kill "$dots" && wait "$dots"; } 2>/dev/null || true
  if [ "$status" = 0 ]; then say " done."; else say " that failed."; fi
  [ -z "$said" ] || say "$said"
  return "$status"
}

fingerprint() { "$1" "$root/scripts/fingerprint.py" "$root" "${@:2}"; }

# with_lock NAME COMMAND...: runs it while no other script holds the lock.
with_lock() {
  mkdir -p -- "$cache" 2>/dev/null && [ -w "$cache" ] || { say "Cannot write to $cache."; return 1; }
  local lock=$cache/$1.lock
  shift
  if command -v flock >/dev/null; then
    ( flock 9 && "$@" 9>&- ) 9>>"$lock"
    return
  fi
  # Without flock (macOS): a directory holds the lock, and the process in it tells whether its owner still lives.
  until mkdir -- "$lock.d" 2>/dev/null; do
    local owner
    owner=$(cat -- "$lock.d/pid" 2>/dev/null || true)
    if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then rm -rf -- "$lock.d"; else sleep 0.2; fi
  done
  ( trap 'rm -rf -- "$lock.d"' EXIT; trap 'exit 130' INT TERM; echo "$$" >"$lock.d/pid"; "$@" )
}

# fresh VENV INGREDIENT...: whether VENV was made from these as they are, by the Python that would be used now.
fresh() {
  local asked=${PYTHON:-"$1/bin/python"}
  [ -x "$1/bin/python" ] && [ -f "$1/fingerprint" ] && [ "$(fingerprint "$asked" "${@:2}" 2>/dev/null)" = "$(cat -- "$1/fingerprint")" ]
}

# make_venv VENV: an environment of $python, kept if it is one already; with pip, or for the pip of $python. No longer fresh.
make_venv() {
  local made_by
  made_by=$(fingerprint "$python") || return
  rm -f -- "$1/fingerprint"
  : >"$log"
  [ "$(cat -- "$1/made_by" 2>/dev/null)" != "$made_by" ] || ! "$1/bin/python" -c '' 2>/dev/null || return 0
  if "$python" -m venv --clear -- "$1" >>"$log" 2>&1 || {
    "$python" -m venv --clear --without-pip -- "$1" >>"$log" 2>&1 && "$python" -m pip --version >>"$log" 2>&1
  }; then
    printf '%s\n' "$made_by" >"$1/made_by"
    return
  fi
  say "$python cannot make a virtual environment (on Debian and Ubuntu: apt install python3-venv)."
  return 1
}

# install VENV ARGUMENT...: pip install, quietly; the log tells the rest.
install() {
  local pip=("$1/bin/python" -m pip)
  "${pip[@]}" --version >/dev/null 2>&1 || pip=("$python" -m pip --python "$1/bin/python")
  "${pip[@]}" install --no-input "${@:2}" </dev/null >>"$log" 2>&1
}

# Makes .venv: the tools that pyproject.toml pins, the extras that tests cover, and this checkout, editable and pure.
make_dev_venv() {
  fresh "$root/.venv" pyproject.toml && return
  find_python || return
  going_on "Installing the tools into $root/.venv (once after each change of pyproject.toml; the log is $log)" fill_dev_venv
}

fill_dev_venv() {
  local venv=$root/.venv stamp
  make_venv "$venv" || return
  requirements() {
    "$python" -c 'import sys, tomllib; print(*tomllib.load(open(sys.argv[1], "rb"))["dependency-groups"][sys.argv[2]], sep="\n")' \
      "$root/pyproject.toml" "$1"
  }
  requirements dev >"$venv/dev.txt" && requirements oracles >"$venv/oracles.txt" || return
  {
    install "$venv" --no-compile -r "$venv/dev.txt" &&
      SAPPER_COMPILE=0 install "$venv" --no-compile --no-build-isolation -e "$root[web,gym]"
  } || {
    tail -n 5 -- "$log" >&2
    say "The tools could not be installed; the whole story is in $log."
    return 1
  }
  install "$venv" --no-compile --only-binary :all: -r "$venv/oracles.txt" || say "Going on without the independent programs that some tests compare with."
  stamp=$(fingerprint "$venv/bin/python" pyproject.toml) || return
  printf '%s\n' "$stamp" >"$venv/fingerprint"
}

dev_venv() {
  log=$cache/dev.log
  fresh "$root/.venv" pyproject.toml || with_lock dev make_dev_venv
}
