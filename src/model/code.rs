//! The kinds of findings, each with the code that programs see.

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// The kind of a finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Code {
            /// All codes, in the order of this file.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Gives the code as programs see it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }
        }
    };
}

codes! {
    /// A file that is no spreadsheet, damaged, or protected.
    BadFile = "bad-file",
    /// A file or sheet that would take too much memory.
    TooLarge = "too-large",
    /// A workbook that is protected with a password.
    PasswordProtected = "password-protected",
    /// A cell that the file holds twice, with two values.
    DuplicateCell = "duplicate-cell",
    /// Cells that are not in order in the file.
    OutOfOrder = "out-of-order",
    /// A sheet whose file tells a size that is none.
    BadDimension = "bad-dimension",
    /// A filled cell far away from all others.
    FarCell = "far-cell",
    /// The operating system would not let a file be read.
    Unreadable = "unreadable",
    /// No sheet of the event was found.
    EmptyEvent = "empty-event",
    /// A sheet that was left alone.
    SheetIgnored = "sheet-ignored",
    /// A hidden sheet was read.
    HiddenSheet = "hidden-sheet",
    /// The encoding of a text file was guessed.
    EncodingGuessed = "encoding-guessed",
    /// A quote that is never closed in a text file.
    OpenQuote = "open-quote",
    /// A text over several lines where its column has no other.
    LineBreak = "line-break",
    /// A row of a text file with more cells than the others.
    RaggedRow = "ragged-row",
    /// No header row was found.
    NoHeader = "no-header",
    /// Two columns of one meaning.
    DuplicateHeader = "duplicate-header",
    /// A row of totals or a footnote was skipped.
    FootnoteSkipped = "footnote-skipped",
    /// A setting that does not exist.
    UnknownSetting = "unknown-setting",
    /// A setting given twice.
    DuplicateSetting = "duplicate-setting",
    /// A setting whose value cannot be used.
    BadSetting = "bad-setting",
    /// A preset that does not exist.
    UnknownPreset = "unknown-preset",
    /// A preset file that cannot be used.
    BadPreset = "bad-preset",
    /// No seed was given, so one was derived.
    SeedDerived = "seed-derived",
    /// No player list was found.
    NoPlayers = "no-players",
    /// Two players that cannot be told apart.
    DuplicatePlayer = "duplicate-player",
    /// One ID for two players.
    DuplicateId = "duplicate-id",
    /// An ID that cannot be one: a date, or a number that a spreadsheet cut.
    NotAnId = "not-an-id",
    /// A player who is not on the list.
    UnknownPlayer = "unknown-player",
    /// A name that fits several players.
    AmbiguousPlayer = "ambiguous-player",
    /// A name that fits but for accents or case.
    NameSpelling = "name-spelling",
    /// An ID and a name that belong to two players.
    IdNameDiffer = "id-name-differ",
    /// A player twice in one round.
    PlayerTwice = "player-twice",
    /// A player who should play and sits nowhere.
    PlayerNotSeated = "player-not-seated",
    /// A player who sits but does not play that round.
    PlayerNotDue = "player-not-due",
    /// A player who did not appear in a round with results.
    PlayerAbsent = "player-absent",
    /// A cell where a number is due and none stands.
    NotANumber = "not-a-number",
    /// A number outside its range.
    OutOfRange = "out-of-range",
    /// A date where a number is due.
    DateForNumber = "date-for-number",
    /// A cell where a mark is due and none stands.
    NotAMark = "not-a-mark",
    /// A date that cannot be read.
    NotADate = "not-a-date",
    /// An error cell where a value is read.
    ErrorCell = "error-cell",
    /// A formula saved without its result.
    FormulaWithoutResult = "formula-without-result",
    /// A row without a table number.
    NoTable = "no-table",
    /// A table of a size that the preset does not know.
    TableSize = "table-size",
    /// One seat twice at a table.
    SeatTwice = "seat-twice",
    /// Two marked winners at one table.
    TwoWinners = "two-winners",
    /// Two at the target and no mark.
    WinnerUnmarked = "winner-unmarked",
    /// No winner where one is demanded.
    NoWinner = "no-winner",
    /// A marked winner below the target.
    WinnerBelowTarget = "winner-below-target",
    /// A winner marked where the rules allow no claim.
    ClaimTooEarly = "claim-too-early",
    /// A board that the rules do not allow.
    ImpossibleBoard = "impossible-board",
    /// A board that is hardly possible.
    DoubtfulBoard = "doubtful-board",
    /// A bonus that several are equal for, and no mark or several.
    BonusUnmarked = "bonus-unmarked",
    /// A bonus marked for a player who cannot hold it.
    BonusMisplaced = "bonus-misplaced",
    /// A bonus that the organiser gives to nobody.
    BonusNobody = "bonus-nobody",
    /// A cell where a time is due and none stands.
    NotATime = "not-a-time",
    /// A value that the organiser computed and that is another one here.
    ValueDiffers = "value-differs",
    /// A table at which nobody has any score.
    AllZero = "all-zero",
    /// A table's scores that do not add up.
    TableTotal = "table-total",
    /// Everybody at a table lost on time.
    AllLost = "all-lost",
    /// A seat left empty where play order is found at the table.
    SeatOpen = "seat-open",
    /// Two entries of one round that differ.
    SecondDiffers = "second-differs",
    /// A planned row of a player who does not play that round.
    RowPassedOver = "row-passed-over",
    /// An earlier result that changed after a later round was seated.
    EarlierResultChanged = "earlier-result-changed",
    /// More byes than an odd number asks for.
    TooManyByes = "too-many-byes",
    /// A sheet of a round that is not played yet.
    StageAhead = "stage-ahead",
    /// Too few players for a stage after the cut.
    StageTooFew = "stage-too-few",
    /// A qualifier who is not there.
    QualifierMissing = "qualifier-missing",
    /// A player in a stage that they did not reach.
    NotQualified = "not-qualified",
    /// A stage that was played by others than now qualify.
    StageDiffers = "stage-differs",
    /// Equal players where one goes on.
    StageTie = "stage-tie",
    /// One more round where nobody said how many there are.
    RoundsOpen = "rounds-open",
    /// A row of another round than its sheet's.
    RoundDiffers = "round-differs",
    /// A bye with a result.
    ByeWithResult = "bye-with-result",
    /// A block of rows that does not count.
    VoidBlock = "void-block",
    /// A table that is not complete yet.
    TableIncomplete = "table-incomplete",
    /// Two sheets of one round.
    RoundTwice = "round-twice",
    /// The same sheet in two copies.
    IdenticalCopy = "identical-copy",
    /// A round without the one before it.
    RoundMissing = "round-missing",
    /// A number of players that cannot be seated.
    CannotSeat = "cannot-seat",
    /// The field is locked.
    FieldLocked = "field-locked",
    /// A file that exists already and was left alone.
    LeftAlone = "left-alone",
    /// A page template that cannot be used.
    BadTemplate = "bad-template",
    /// A submission that lacks what a federation wants to know.
    SubmissionIncomplete = "submission-incomplete",
    /// A player without an ID where the rules want one.
    SubmissionId = "submission-id",
    /// A player who may stand in the list twice.
    SubmissionTwice = "submission-twice",
    /// A table that nobody signed.
    SubmissionUnsigned = "submission-unsigned",
    /// Settings of the event that leave the published rules.
    SubmissionDeparts = "submission-departs",
    /// A field too small for the qualification to hold.
    SubmissionNotValid = "submission-not-valid",
    /// Results that contradict each other; the submission is withheld.
    SubmissionContradicts = "submission-contradicts",
    /// Files of an earlier run that hold no more and were removed.
    OutputRemoved = "output-removed",
    /// An event that the tournament report for chess programs cannot say.
    ReportNotPossible = "report-not-possible",
    /// A submission that a season's ranking does not count.
    SubmissionRefused = "submission-refused",
    /// A submission that stands twice; one counts.
    SubmissionCopy = "submission-copy",
    /// Two spellings that may be one person.
    PersonSpelling = "person-spelling",
    /// A line of the list of aliases that fits nobody or several.
    AliasUnclear = "alias-unclear",
    /// A person under one ID with several names.
    PersonNames = "person-names",
    /// A file could not be written.
    NotWritten = "not-written",
}
