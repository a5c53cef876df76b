//! The colours of a picture. Each means one thing, and none is alone in saying it: every part
//! of a step has a shape of its own, too.

/// The colours of a picture, as SVG has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The word for it.
    pub name: &'static str,
    /// What the board lies on; the labels stand there.
    pub paper: &'static str,
    /// The board, and its lines.
    pub(super) board: &'static str,
    pub(super) thin_line: &'static str,
    pub(super) box_line: &'static str,
    /// The labels of rows and columns.
    pub(super) label: &'static str,
    pub(super) given: &'static str,
    pub(super) entry: &'static str,
    pub(super) candidate: &'static str,
    /// Cells of houses that a variant adds.
    pub(super) extra: &'static str,
    pub(super) clash: &'static str,
    /// The parts of a step: the ink, and the tint of a cell.
    pub(super) cause: [&'static str; 2],
    pub(super) second: [&'static str; 2],
    pub(super) fin: [&'static str; 2],
    pub(super) gone: [&'static str; 2],
    pub(super) placed: [&'static str; 2],
    pub(super) weak_link: &'static str,
}

impl Theme {
    /// Dark ink on white.
    pub const LIGHT: Theme = Theme {
        name: "light",
        paper: "#ffffff",
        board: "#ffffff",
        thin_line: "#c5c8cd",
        box_line: "#2a2e36",
        label: "#646a75",
        given: "#15171c",
        entry: "#1557c0",
        candidate: "#5a606b",
        extra: "#f1f4fa",
        clash: "#fce8e6",
        cause: ["#00705a", "#dbf1e9"],
        second: ["#a32a7a", "#f8e5f0"],
        fin: ["#866000", "#fbecca"],
        gone: ["#8f1d10", "#fbe7e1"],
        placed: ["#1557c0", "#dfe9fb"],
        weak_link: "#474c56",
    };

    /// Light ink on a dark board.
    pub const DARK: Theme = Theme {
        name: "dark",
        paper: "#0f1115",
        board: "#14171b",
        thin_line: "#353c46",
        box_line: "#838d9b",
        label: "#8e96a3",
        given: "#f2f4f7",
        entry: "#9cc4ff",
        candidate: "#9ba3b0",
        extra: "#1a1f27",
        clash: "#3b1d1b",
        cause: ["#52d3b0", "#12332c"],
        second: ["#d96bf0", "#331f38"],
        fin: ["#f0b94f", "#35290f"],
        gone: ["#ff9673", "#361f19"],
        placed: ["#9cc4ff", "#1d2c45"],
        weak_link: "#b5bbc6",
    };
}
