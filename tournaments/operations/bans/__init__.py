"""A ban closes every door: which those are, what directors are asked, and how somebody forgotten is known again."""
