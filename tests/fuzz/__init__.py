"""Parsers against bytes that nobody wrote on purpose."""
