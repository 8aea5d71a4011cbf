"""How hard a puzzle is: waves of steps, and what each costs."""
