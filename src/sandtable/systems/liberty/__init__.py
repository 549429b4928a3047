"""Liberty: brigade battles of the American War of Independence. README.md: chapters, rulings, gaps."""
