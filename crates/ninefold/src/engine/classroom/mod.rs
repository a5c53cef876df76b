//! Engines written to be read, not to win: each is the algorithm of one of the five
//! documents that Ninefold started from (the *seeds*), or a classic. They are the
//! judges of every faster engine.
