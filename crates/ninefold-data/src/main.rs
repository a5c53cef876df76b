//! The program `ninefold-data`: Parquet, Arrow and CSV files in, the same with answers out.

fn main() {}
