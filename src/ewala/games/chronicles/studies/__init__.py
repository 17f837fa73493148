"""What a designer of The Chronicles of Run wants to know; `questions.py` alone needs Polars."""
