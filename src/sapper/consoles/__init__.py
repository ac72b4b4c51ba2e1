"""The line consoles of three tutorials, byte for byte as their texts show them."""
