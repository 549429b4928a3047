"""Small scripts that make calls; the product imports none of them."""
