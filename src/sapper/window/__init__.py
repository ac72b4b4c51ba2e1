"""The game in a desktop window, drawn with tkinter. It holds no rules and no state beside what is drawn."""
