//! XML as the readers of workbooks need it: tags, attributes and text, with
//! no entity but the five of XML and characters by number. Understands no tag.

use std::borrow::Cow;

use quick_xml::events::{BytesEnd, BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::limits::Refusal;

/// A tag or a text.
pub(super) enum Node<'a> {
    /// A tag opens. One that is empty also closes.
    Open(BytesStart<'a>),
    /// A tag closes.
    Close(BytesEnd<'a>),
    /// Text.
    Text(Cow<'a, str>),
    /// The end.
    End,
}

/// Reads nodes one by one, and knows how deep it is.
pub(super) struct Nodes<'a> {
    reader: Reader<&'a [u8]>,
    depth: usize,
}

/// How deep tags may lie in one another.
const DEEPEST: usize = 256;

impl<'a> Nodes<'a> {
    /// Begins at the start of a text.
    pub(super) fn new(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, depth: 0 }
    }

    /// Gives the next node.
    pub(super) fn next(&mut self) -> Result<Node<'a>, Refusal> {
        loop {
            return Ok(
                match self.reader.read_event().map_err(|_| Refusal::Damaged)? {
                    Event::Start(tag) => {
                        self.depth += 1;
                        if self.depth > DEEPEST {
                            return Err(Refusal::Damaged);
                        }
                        Node::Open(tag)
                    }
                    Event::End(tag) => {
                        self.depth = self.depth.checked_sub(1).ok_or(Refusal::Damaged)?;
                        Node::Close(tag)
                    }
                    Event::Text(text) => Node::Text(text.xml10_content()),
                    Event::CData(text) => Node::Text(text.xml10_content()),
                    Event::GeneralRef(entity) => Node::Text(resolved(&entity)?),
                    Event::Eof if self.depth == 0 => Node::End,
                    Event::Eof => return Err(Refusal::Damaged),
                    _ => continue,
                },
            );
        }
    }

    /// Passes over all that lies in the tag that opened last.
    pub(super) fn skip(&mut self) -> Result<(), Refusal> {
        let depth = self.depth;
        while self.depth >= depth && !matches!(self.next()?, Node::End) {}
        Ok(())
    }
}

fn resolved(entity: &BytesRef<'_>) -> Result<Cow<'static, str>, Refusal> {
    let text = match entity.as_ref() {
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "quot" => "\"",
        "apos" => "'",
        _ => {
            let c = entity.resolve_char_ref().ok().flatten();
            return c.map(|c| Cow::Owned(c.to_string())).ok_or(Refusal::Damaged);
        }
    };
    Ok(Cow::Borrowed(text))
}

/// Gives an attribute by its local name.
pub(super) fn attribute<'t>(tag: &'t BytesStart<'_>, name: &str) -> Option<Cow<'t, str>> {
    let mut attributes = tag.attributes();
    attributes.with_checks(false);
    let found = attributes
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok()
}
