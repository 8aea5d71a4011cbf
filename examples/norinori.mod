# Norinori: shade two cells of every room, so that every shaded cell touches exactly one other shaded cell by an edge.
#
# The formulation is that of キューブ王 海永's document on norinori. Solve it with one of the data files:
#
#     pencilp run examples/norinori.mod examples/p01.dat

param Nr, integer;                                  # rows
param Nc, integer;                                  # columns
param N, integer;                                   # rooms
param ini1{0..Nr, 0..Nc}, integer, default 0;       # the number of each cell's room; 0 outside the board

var b{0..Nr+1, 0..Nc+1}, binary;                    # 1 where a cell is shaded

# The ring of cells around the board is not shaded.
s.t. Cwall{r in 0..Nr+1, c in 0..Nc+1: r = 0 || r = Nr+1 || c = 0 || c = Nc+1}:
    b[r,c] = 0;

# A room holds two shaded cells.
s.t. C2seat{n in 1..N}:
    sum{r in 1..Nr, c in 1..Nc: ini1[r,c] = n} b[r,c] = 2;

# A shaded cell has at least one shaded neighbour ...
s.t. Cpair1{r in 1..Nr, c in 1..Nc}:
    b[r,c] <= b[r,c-1] + b[r-1,c] + b[r,c+1] + b[r+1,c];

# ... and at least three that are not.
s.t. Cpair2{r in 1..Nr, c in 1..Nc}:
    3 * b[r,c] <= (1 - b[r-1,c]) + (1 - b[r,c+1]) + (1 - b[r+1,c]) + (1 - b[r,c-1]);

# Any answer will do; as every room has two shaded cells, all have the same number of them.
minimize MMM:
    sum{r in 1..Nr, c in 1..Nc} b[r,c];

solve;

printf "--problem-----\n";
for {r in 1..Nr} {
    for {c in 1..Nc} {
        printf if ini1[r-1,c] - ini1[r,c] then "+--" else "+  ";
    }
    printf "+\n";
    for {c in 1..Nc} {
        printf if ini1[r,c-1] - ini1[r,c] then "|" else " ";
        printf "  ";
    }
    printf "|\n";
}
for {c in 1..Nc} {
    printf "+--";
}
printf "+\n";

printf "--answer-----\n";
for {r in 1..Nr} {
    for {c in 1..Nc} {
        printf if ini1[r-1,c] - ini1[r,c] then "+--" else "+  ";
    }
    printf "+\n";
    for {c in 1..Nc} {
        printf if ini1[r,c-1] - ini1[r,c] then "|" else " ";
        printf if b[r,c] then "GD" else "  ";
    }
    printf "|\n";
}
for {c in 1..Nc} {
    printf "+--";
}
printf "+\n";

end;
