//! Ninefold for Python: the compiled half of the wheel `ninefold`.
