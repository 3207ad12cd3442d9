"""Complete deals of every variant, told in one line each. They were played by chance and read card by card."""

# RULES S31, S33: C holds 24 cards with ten trumps, puts eight trumps too many away.
TEN_POINT = """ten_point 21 AC:-4 BD:14 @C
    A:7c5c5h8s9c6s4cJs9hQh B:2c2s8hKh2dX2KdKs8c3h C:7s7h4hTs5dQd8d9d3c7d D:9s6dJhAsQcAd4dAh3sJc
    stock:5sTd2hJd6hX13d6cAcQsThTcKc4s bids:D2,A3,B5,C6 trump:d
    A-5h7cJs5c B-2cKh8c2s C-4hTh5s6hTc2h7s4s3cTsQs7hKcAc6cQdJd3d D-3sJcAsAh
    Td6d4cKd 3h9d4dQh 8dJh6s2d 9s8sKs5d X1Ad9hX2 Qc9c8h7d"""

# Six in three parties: E, who did not bid, overtakes the pitcher's party (RULES S2, S61, S66).
SIX = """ten_point 21 AD:20 BE:19 CF:12 @F
    A:2d5c7h3c2h5h3d8h B:2c3hJs6dQcKd9c6h C:2s4s5sTsKhQd7c6c D:4h9dJdTdJc9hQh4c E:6s3sAdAhKc9s8dAs
    F:8c5dKsJh7s7dX1Qs stock:AcX24dThTc8s bids:A-,B1,C2,D-,E-,F- trump:s
    A-8h3d B-Kd6d C-KhQd7c6cAc4dThTc D-9hJd E-Ah8d F-5d8c
    TsJc9s7s5hJs 9c2s4cAsKs5c KcJh3cQc4sQh 5s4h6sX12d2c 7d2h3hX29d3s 8sTdAdQs7h6h"""

# C keeps seven trumps and plays two to the first trick; A takes the third with a last trump, and since D and B have
# none left, C leads (RULES S34, S35, S48, S49). The jokers are C's own (RULES S56).
NINE_CARDS = """nine_cards 21 AC:18 BD:17 @D
    A:5dAd3d3c7dKd2dJc6h B:Qc6c4c4d7s8dTs7hQd C:5h6sKsX1X28sKcQs4s D:9s3h3s8cJsJh9dKhQh
    stock:TcAs5sTd9h8hAhJd5c2h2sAc6d2c4h7c9cTh bids:A-,B1,C2,D- trump:s
    A-5dAd3d3c7dKd2d6h B-Qc6c4c4d8d7hQd C-5hKc D-3h8cJh9dKhQh
    6s4s3sAs 7s5sTsX1 9s8s2sJc KsJs X2 Qs"""

# C shoots the moon from below nothing, leads the Two, loses it to A and has its point all the same (RULES S44, S59).
WIDOW = """widow 21 AC:-6 BD:11 @D
    A:7cQhQd4s9dX16h7d4h B:3hKh8cQs9c2cKc9h9s C:Ac2s4dKsAs7h8sJcQc D:5h5c5s5dTh8dTsTd7s
    stock:Kd3d6d6c2h8hX2JdAh6s4c3sTc2d3cJhAdJs bids:A9,B10,Cm,D- trump:s
    A-7cQhQd9d6h7d4h B-3hKh8c9c2cKc9h C-Ac4d7hQcKd3d6d6cJhAd D-5h5c5dTh8dTd
    2s7sX26s X1QsAsTs Js5s4s3s JcTcJd9s Ks3c2h4c 8s2d8hAh"""

# Three alone. E takes the rest of the stock and has to put idle trumps away, but none that scores (RULES S38, S39).
CUTTHROAT = """cutthroat 21 B:3 D:18 E:-4 @E
    B:6cJdKd3cTh5c2sKs5s D:6dJs4d9sQsQh3sX12d E:Kh2cQd3hKcTs9h7hX2
    stock:Qc2h8s7c7s6hTc8c5dAc3dJc8dTdJh5h4s9c9d4h4cAh8h6s7dAsAd bids:B-,D3,E4 trump:h
    B-6cKd3c5c2sKs5s D-6dJs4d9sQs3s2d E-2cQdKcTsQc8s7c8dTd4s9c9d4c6s7dAsAd8hKh9h7h5h
    JhThQh JcAhTc 2hJdX1 7sAc3h 4h6h3d 8c5dX2"""

# The lead names spades, the Jack of them sleeps, the joker loses to an ace that is no High (RULES S12, S20, S30).
FIVE_POINT = """five_point 21 ACE:0 BDF:0 @F
    A:Ad2sJdKs8cKd B:Ts8sJc9c2cAs C:KhX1AcTc7sJh D:QcQdKc6h7c9s E:Th7d6dQhTd9d F:2hAh9h8h2d6c
    stock:8d6sQsJs7h bids:A-,B1,C2,D-,E-,F-
    7s9s7d6cKsTs Jd2cTcQdTd2d KcTh8h8cAsAc 9cJh7c9d9h2s Kd8sX16h6dAh JcKhQcQh2hAd"""
