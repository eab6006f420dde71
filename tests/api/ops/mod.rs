//! What surrounds the calls: the frame, the documents, the pages, and what operators ask.

mod document;
mod frame;
mod pages;
