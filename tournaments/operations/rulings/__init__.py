"""What judges and the union decide: rulings, overruling, appeals, sanctions, questions, logs put right afterwards."""
