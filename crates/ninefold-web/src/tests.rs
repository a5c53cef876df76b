//! Every question, answered natively; and questions that make no sense.
