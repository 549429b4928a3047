"""Page: the report as one HTML file."""
