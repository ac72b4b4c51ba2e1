"""What drawn front ends show and say, whatever draws it: the game on the table, colours, words, figures, rows.

It must not know a toolkit, a terminal or a window.
"""
