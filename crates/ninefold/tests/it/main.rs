//! The larger suites of the library, in one program so that it is linked once.

mod engines;
mod symmetry;
