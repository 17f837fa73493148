"""What a designer of Kingdom Run wants to know."""
