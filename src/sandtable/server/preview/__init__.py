"""Preview: moves and places tried before they are made, and what a seat is shown."""
