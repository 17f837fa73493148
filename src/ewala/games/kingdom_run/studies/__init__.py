"""What a designer of Kingdom Run wants to know; `questions.py` alone needs Polars."""
