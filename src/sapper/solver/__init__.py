"""From a view to what follows from it: deductions with reasons, exact probabilities, sampling. Never sees a layout."""
