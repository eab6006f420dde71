//! A temporary Redis on loopback, and the part of its protocol that the measurement needs: one command, one reply.

use std::env;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::child_process::{ChildProcess, free_address};

/// How often to check whether it is up, and the pause in between.
const TRIES: usize = 100;
const PAUSE: Duration = Duration::from_millis(50);

/// A running server, stopped on drop, and a connection to it.
pub(crate) struct Redis {
    stream: BufReader<TcpStream>,
    request: Vec<u8>,
    _server: ChildProcess,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Number(i64),
    /// A status or a value, if there is one.
    Text(Option<String>),
    List(Vec<Reply>),
}

impl Redis {
    /// Starts one that writes nothing to disk; `None` if `redis-server` is not installed.
    pub(crate) fn start() -> Option<Self> {
        let path = env::var_os("PATH")?;
        let program =
            env::split_paths(&path).map(|folder| folder.join("redis-server")).find(|file| file.is_file())?;
        let address = free_address();
        let port = address.port().to_string();
        let flags = ["--bind", "127.0.0.1", "--port", &port, "--save", "", "--appendonly", "no"];
        let server = ChildProcess::start([program.as_os_str()].into_iter().chain(flags.map(AsRef::as_ref)));
        let stream = (0..TRIES).find_map(|_| {
            std::thread::sleep(PAUSE);
            TcpStream::connect(address).ok()
        });
        let stream = stream.expect("redis-server answers");
        stream.set_nodelay(true).expect("a socket without delay");
        Some(Self { stream: BufReader::new(stream), request: Vec::with_capacity(256), _server: server })
    }

    /// Sends one command and waits for the reply.
    pub(crate) fn ask(&mut self, words: &[&str]) -> Reply {
        self.request.clear();
        write!(self.request, "*{}\r\n", words.len()).expect("a buffer takes it");
        for word in words {
            write!(self.request, "${}\r\n{word}\r\n", word.len()).expect("a buffer takes it");
        }
        self.stream.get_mut().write_all(&self.request).expect("Redis reads");
        self.reply().expect("Redis answers")
    }

    /// As [`Self::ask`], for commands that return a number or nothing.
    pub(crate) fn number(&mut self, words: &[&str]) -> Option<i64> {
        match self.ask(words) {
            Reply::Number(number) => Some(number),
            Reply::Text(None) => None,
            other => panic!("{words:?}: {other:?}"),
        }
    }

    /// As [`Self::ask`], for commands that return texts.
    pub(crate) fn texts(&mut self, words: &[&str]) -> Vec<String> {
        let Reply::List(list) = self.ask(words) else { panic!("{words:?}: no list") };
        let text =
            |reply| if let Reply::Text(Some(text)) = reply { text } else { panic!("{words:?}: {reply:?}") };
        list.into_iter().map(text).collect()
    }

    /// The cost of a command since [`Self::forget_costs`] as reported by Redis, in microseconds per call, without the
    /// round trip.
    pub(crate) fn own_cost(&mut self, command: &str) -> f64 {
        let Reply::Text(Some(info)) = self.ask(&["INFO", "commandstats"]) else { panic!("no statistics") };
        let found = info.lines().find_map(|line| {
            let rest = line.strip_prefix("cmdstat_")?.strip_prefix(command)?.strip_prefix(':')?;
            rest.split(',').find_map(|part| part.strip_prefix("usec_per_call="))?.parse().ok()
        });
        found.unwrap_or_else(|| panic!("no cost of {command} in {info}"))
    }

    pub(crate) fn forget_costs(&mut self) {
        self.ask(&["CONFIG", "RESETSTAT"]);
    }

    pub(crate) fn version(&mut self) -> String {
        let Reply::Text(Some(info)) = self.ask(&["INFO", "server"]) else { panic!("no version") };
        let version = info.lines().find_map(|line| line.strip_prefix("redis_version:"));
        version.unwrap_or_default().to_owned()
    }

    fn reply(&mut self) -> io::Result<Reply> {
        let line = self.line()?;
        let (kind, rest) = line.split_at_checked(1).ok_or_else(broken)?;
        let number = || rest.parse::<i64>().map_err(|_| broken());
        match kind {
            "+" => Ok(Reply::Text(Some(rest.to_owned()))),
            ":" => Ok(Reply::Number(number()?)),
            "$" => self.bulk(number()?),
            "*" => (0..number()?).map(|_| self.reply()).collect::<io::Result<_>>().map(Reply::List),
            _ => Err(io::Error::other(line)),
        }
    }

    fn bulk(&mut self, length: i64) -> io::Result<Reply> {
        let Ok(length) = usize::try_from(length) else { return Ok(Reply::Text(None)) };
        let mut bytes = vec![0; length + 2];
        self.stream.read_exact(&mut bytes)?;
        bytes.truncate(length);
        String::from_utf8(bytes).map(|text| Reply::Text(Some(text))).map_err(|_| broken())
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        line.strip_suffix("\r\n").map(str::to_owned).ok_or_else(broken)
    }
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not an answer of Redis")
}
