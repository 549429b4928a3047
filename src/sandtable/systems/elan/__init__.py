"""Brigade battles from smoothbore to breech-loader, in inches at two scales and on hexes."""
