"""What recorded games show."""
