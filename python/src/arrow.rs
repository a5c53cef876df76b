//! Arrow's C data interface: columns come in and go out without a copy.
//!
//! ```text
//!  Stream ──▶ Schema, Array, Array, …      structs of pointers, each with a function that
//!  Array ──▶ children: Array, Array, …     releases it; whoever holds one last calls that
//! ```
//!
//! The [interface](https://arrow.apache.org/docs/format/CDataInterface.html) is three structs
//! that never change, so no crate of Arrow is needed, and columns of any type pass through. A
//! struct may be moved byte by byte; the place it leaves is marked as released.
//!
//! This is an edge of the project where `unsafe` is allowed: pointers come in from outside. A
//! producer promises what the interface demands of it; what can be checked is checked here.

#![allow(unsafe_code, reason = "a C interface takes pointers")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::slice;
use std::sync::Arc;

use ninefold_columns::{Column, Field, Kind, Row, Rows, Values};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The flag of a field that may hold nulls.
const NULLABLE: i64 = 2;

/// The type of a column and of its children: `struct ArrowSchema`.
#[repr(C)]
pub(crate) struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

/// A column of values, or a batch of columns: `struct ArrowArray`.
#[repr(C)]
pub(crate) struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

/// Batches one after another: `struct ArrowArrayStream`.
#[repr(C)]
pub(crate) struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

/// The three structs have an empty state, in which they are released, and are released once.
macro_rules! released_once {
    ($($name:ident { $($field:ident: $value:expr),* })*) => {$(
        impl $name {
            fn empty() -> $name {
                $name { $($field: $value,)* release: None, private_data: ptr::null_mut() }
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it was not released before, or there would be no function.
                    unsafe { release(self) }
                }
            }
        }

        // SAFETY: the interface lets any thread use a struct, one at a time.
        unsafe impl Send for $name {}
        // SAFETY: a shared reference reads only, and nothing in the struct changes meanwhile.
        unsafe impl Sync for $name {}
    )*};
}

released_once! {
    Schema {
        format: ptr::null(), name: ptr::null(), metadata: ptr::null(), flags: 0, n_children: 0,
        children: ptr::null_mut(), dictionary: ptr::null_mut()
    }
    Array {
        length: 0, null_count: 0, offset: 0, n_buffers: 0, n_children: 0,
        buffers: ptr::null_mut(), children: ptr::null_mut(), dictionary: ptr::null_mut()
    }
    Stream { get_schema: None, get_next: None, get_last_error: None }
}

/// What keeps the pointers of a schema of ours alive.
struct OwnSchema {
    name: CString,
    children: Vec<*mut Schema>,
}

/// What keeps the pointers of an array of ours alive.
struct OwnArray {
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
    _column: Option<Arc<Buffers>>,
}

/// Releases a schema of ours: its children too, but for those that were moved away.
unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: the caller has a schema of ours that was not released before.
    let (schema, own) = unsafe {
        let schema = &mut *schema;
        let own = Box::from_raw(schema.private_data.cast::<OwnSchema>());
        (schema, own)
    };
    schema.release = None;
    for &child in &own.children {
        // SAFETY: each was made by `Box::into_raw`, and is freed here alone.
        drop(unsafe { Box::from_raw(child) });
    }
}

/// Releases an array of ours likewise.
unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: the caller has an array of ours that was not released before.
    let (array, own) = unsafe {
        let array = &mut *array;
        let own = Box::from_raw(array.private_data.cast::<OwnArray>());
        (array, own)
    };
    array.release = None;
    for &child in &own.children {
        // SAFETY: each was made by `Box::into_raw`, and is freed here alone.
        drop(unsafe { Box::from_raw(child) });
    }
}

/// Things on the heap, as the interface wants its children.
fn boxed<T>(children: Vec<T>) -> Vec<*mut T> {
    let children = children.into_iter();
    children
        .map(|child| Box::into_raw(Box::new(child)))
        .collect()
}

/// The text at a pointer of the interface; empty if there is none.
fn text_at<'a>(pointer: *const c_char) -> &'a str {
    if pointer.is_null() {
        return "";
    }
    // SAFETY: the producer promises a C string that lives as long as its struct, and callers
    // here tie it to that.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap_or("")
}

impl Schema {
    /// A column of answers.
    pub(crate) fn of_field(field: Field) -> Schema {
        let format = match field.kind {
            Kind::Text => c"u",
            Kind::Int8 => c"c",
            Kind::Int64 => c"l",
            Kind::Float64 => c"g",
        };
        Schema::new(format, field.name, NULLABLE, Vec::new())
    }

    /// A batch of columns.
    pub(crate) fn of_batch(children: Vec<Schema>) -> Schema {
        Schema::new(c"+s", "", 0, children)
    }

    fn new(format: &'static CStr, name: &str, flags: i64, children: Vec<Schema>) -> Schema {
        let mut own = Box::new(OwnSchema {
            name: CString::new(name).expect("our names have no zero byte"),
            children: boxed(children),
        });
        let mut schema = Schema::empty();
        schema.format = format.as_ptr();
        schema.name = own.name.as_ptr();
        schema.flags = flags;
        schema.n_children = own.children.len() as i64;
        schema.children = own.children.as_mut_ptr();
        schema.release = Some(release_schema);
        schema.private_data = Box::into_raw(own).cast();
        schema
    }

    /// The name of the column.
    pub(crate) fn name(&self) -> &str {
        text_at(self.name)
    }

    /// Whether it is a batch of columns.
    pub(crate) fn is_batch(&self) -> bool {
        text_at(self.format) == "+s"
    }

    /// The columns of a batch.
    pub(crate) fn children(&self) -> impl ExactSizeIterator<Item = &Schema> {
        let pointers = list_at(self.children, self.n_children);
        // SAFETY: the producer promises valid children as long as the parent is.
        pointers.iter().map(|&child| unsafe { &*child })
    }

    /// Moves the columns out of a batch.
    pub(crate) fn into_children(self) -> Vec<Schema> {
        let pointers = list_at(self.children, self.n_children).iter();
        // SAFETY: children may be moved away; what is left is marked as released.
        let moved = pointers.map(|&child| unsafe { ptr::replace(child, Schema::empty()) });
        moved.collect()
    }
}

/// The pointers of a list of the interface.
fn list_at<'a, T>(pointer: *mut T, length: i64) -> &'a [T] {
    let length = usize::try_from(length).unwrap_or(0);
    if length == 0 || pointer.is_null() {
        return &[];
    }
    // SAFETY: the producer promises this many, as long as its struct lives.
    unsafe { slice::from_raw_parts(pointer, length) }
}

impl Array {
    /// A column of answers; the values are not copied.
    pub(crate) fn of_column(column: &Arc<Buffers>) -> Array {
        let validity = column.validity.as_ref().map_or(ptr::null(), Vec::as_ptr);
        let mut buffers: Vec<*const c_void> = vec![validity.cast()];
        buffers.extend(
            column
                .offsets
                .as_ref()
                .map(|offsets| offsets.as_ptr().cast()),
        );
        buffers.push(column.data.as_ptr());
        let mut array = Array::new(column.n_rows, buffers, Vec::new(), Some(Arc::clone(column)));
        array.null_count = column.n_nulls as i64;
        array
    }

    /// A batch of columns of this length.
    pub(crate) fn of_batch(children: Vec<Array>, n_rows: usize) -> Array {
        Array::new(n_rows, vec![ptr::null()], children, None)
    }

    fn new(
        n_rows: usize,
        buffers: Vec<*const c_void>,
        children: Vec<Array>,
        column: Option<Arc<Buffers>>,
    ) -> Array {
        let mut own = Box::new(OwnArray {
            buffers,
            children: boxed(children),
            _column: column,
        });
        let mut array = Array::empty();
        array.length = n_rows as i64;
        array.n_buffers = own.buffers.len() as i64;
        array.buffers = own.buffers.as_mut_ptr();
        array.n_children = own.children.len() as i64;
        array.children = own.children.as_mut_ptr();
        array.release = Some(release_array);
        array.private_data = Box::into_raw(own).cast();
        array
    }

    /// The number of rows.
    pub(crate) fn n_rows(&self) -> usize {
        usize::try_from(self.length).unwrap_or(0)
    }

    /// One column of a batch.
    fn child(&self, index: usize) -> Option<&Array> {
        let child = *list_at(self.children, self.n_children).get(index)?;
        // SAFETY: the producer promises valid children as long as the parent is.
        Some(unsafe { &*child })
    }

    /// Moves the columns out of a batch, each cut to the rows of the batch.
    pub(crate) fn into_children(self) -> Vec<Array> {
        let pointers = list_at(self.children, self.n_children).iter();
        let moved = pointers.map(|&child| {
            // SAFETY: children may be moved away; what is left is marked as released.
            let mut child = unsafe { ptr::replace(child, Array::empty()) };
            if (self.offset, self.length) != (0, child.length) {
                child.offset += self.offset;
                child.length = self.length;
                // Of a part the number of nulls is not known, unless there is none at all.
                child.null_count = if child.null_count == 0 { 0 } else { -1 };
            }
            child
        });
        moved.collect()
    }
}

/// A column of answers as Arrow has it.
pub(crate) struct Buffers {
    n_rows: usize,
    n_nulls: usize,
    /// A bit for each row, from the lowest; none if there are no nulls.
    validity: Option<Vec<u8>>,
    /// Where each text begins; the last is where it all ends.
    offsets: Option<Vec<i32>>,
    data: Data,
}

/// The values of a column as Arrow has them.
pub(crate) enum Data {
    Lines(Vec<[u8; 81]>),
    Bytes(Vec<u8>),
    Int8(Vec<i8>),
    Int64(Vec<i64>),
    Float64(Vec<f64>),
}

impl Data {
    fn as_ptr(&self) -> *const c_void {
        match self {
            Data::Lines(lines) => lines.as_ptr().cast(),
            Data::Bytes(bytes) => bytes.as_ptr().cast(),
            Data::Int8(numbers) => numbers.as_ptr().cast(),
            Data::Int64(numbers) => numbers.as_ptr().cast(),
            Data::Float64(numbers) => numbers.as_ptr().cast(),
        }
    }
}

/// The most lines whose ends 32 bits can count.
const MOST_ROWS: usize = i32::MAX as usize / 81;

impl Buffers {
    /// Takes a column over, unless its texts are longer than Arrow's `string` can be.
    pub(crate) fn new(column: Column) -> Result<Buffers, String> {
        let n_rows = column.valid.len();
        let n_nulls = column.valid.iter().filter(|is_valid| !**is_valid).count();
        let validity = (n_nulls > 0).then(|| bits(&column.valid));
        let (offsets, data) = match column.values {
            Values::Lines(lines) => {
                let ends = (0..=n_rows).map(|row| i32::try_from(81 * row));
                let ends: Result<Vec<i32>, _> = ends.collect();
                (Some(ends.map_err(|_| too_long())?), Data::Lines(lines))
            }
            Values::Text(texts) => {
                let (mut ends, mut bytes) = (vec![0], Vec::new());
                for (text, is_valid) in texts.iter().zip(&column.valid) {
                    if *is_valid {
                        bytes.extend_from_slice(text.as_bytes());
                    }
                    ends.push(i32::try_from(bytes.len()).map_err(|_| too_long())?);
                }
                (Some(ends), Data::Bytes(bytes))
            }
            Values::Int8(numbers) => (None, Data::Int8(numbers)),
            Values::Int64(numbers) => (None, Data::Int64(numbers)),
            Values::Float64(numbers) => (None, Data::Float64(numbers)),
        };
        Ok(Buffers {
            n_rows,
            n_nulls,
            validity,
            offsets,
            data,
        })
    }

    /// The number of rows.
    pub(crate) fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The values.
    pub(crate) fn data(&self) -> &Data {
        &self.data
    }

    /// Whether a row has a value.
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        let bits = self.validity.as_ref();
        bits.is_none_or(|bits| bits[row / 8] >> (row % 8) & 1 == 1)
    }

    /// The text of a row, if the column holds texts and the row is not null.
    pub(crate) fn text(&self, row: usize) -> Option<&str> {
        let offsets = self.offsets.as_ref().filter(|_| self.is_valid(row))?;
        let bytes = match &self.data {
            Data::Lines(lines) => lines.as_flattened(),
            Data::Bytes(bytes) => bytes,
            _ => return None,
        };
        let text = &bytes[offsets[row] as usize..offsets[row + 1] as usize];
        str::from_utf8(text).ok()
    }
}

fn too_long() -> String {
    format!("expected at most {MOST_ROWS} rows in one array, found more; cut it into batches")
}

/// A bit for each row, the first in the lowest bit of the first byte.
fn bits(valid: &[bool]) -> Vec<u8> {
    let byte = |rows: &[bool]| {
        let bits = rows.iter().enumerate();
        bits.fold(0, |byte, (k, is_valid)| byte | u8::from(*is_valid) << k)
    };
    valid.chunks(8).map(byte).collect()
}

/// A column of texts from outside, read where it lies.
pub(crate) struct TextColumn<'a> {
    array: &'a Array,
    layout: Layout,
    /// The first row, counted from the beginning of the buffers.
    first: usize,
    n_rows: usize,
}

#[derive(Clone, Copy)]
enum Layout {
    /// Offsets of 32 bits.
    Small,
    /// Offsets of 64 bits.
    Large,
    /// 16 bytes for each text: the text itself if it is short, else where it is.
    Views,
    /// Texts of one length.
    Fixed(usize),
}

impl Layout {
    /// The layout of a column of text, or why it is none.
    fn of(schema: &Schema) -> Result<Layout, String> {
        if !schema.dictionary.is_null() {
            return Err("expected a column of text, found a dictionary; decode it".to_owned());
        }
        let format = text_at(schema.format);
        match (format, format.strip_prefix("w:").map(str::parse)) {
            ("u" | "z", _) => Ok(Layout::Small),
            ("U" | "Z", _) => Ok(Layout::Large),
            ("vu" | "vz", _) => Ok(Layout::Views),
            (_, Some(Ok(width))) => Ok(Layout::Fixed(width)),
            ("+s", _) => {
                Err("expected a column of text, found a table; use solve_table".to_owned())
            }
            _ => Err(format!(
                "expected a column of text, found one of Arrow's type '{format}'"
            )),
        }
    }
}

impl<'a> TextColumn<'a> {
    /// Reports why a column is none of text.
    pub(crate) fn is_text(schema: &Schema) -> Result<(), String> {
        Layout::of(schema).map(drop)
    }

    /// A whole column.
    pub(crate) fn new(schema: &Schema, array: &'a Array) -> Result<TextColumn<'a>, String> {
        TextColumn::within(schema, array, 0, array.n_rows())
    }

    /// One column of a batch.
    pub(crate) fn of_batch(
        schema: &Schema,
        batch: &'a Array,
        index: usize,
    ) -> Result<TextColumn<'a>, String> {
        let column = batch.child(index).ok_or("expected a column, found none")?;
        let first = usize::try_from(batch.offset).unwrap_or(0);
        TextColumn::within(schema, column, first, batch.n_rows())
    }

    fn within(
        schema: &Schema,
        array: &'a Array,
        first: usize,
        n_rows: usize,
    ) -> Result<TextColumn<'a>, String> {
        let layout = Layout::of(schema)?;
        let n_buffers = match layout {
            Layout::Fixed(_) => 2,
            _ => 3,
        };
        if array.n_buffers < n_buffers {
            return Err(format!(
                "expected {n_buffers} buffers, found {}",
                array.n_buffers
            ));
        }
        let first = first + usize::try_from(array.offset).unwrap_or(0);
        Ok(TextColumn {
            array,
            layout,
            first,
            n_rows,
        })
    }

    /// The start of a buffer.
    fn buffer<T>(&self, index: usize) -> *const T {
        // SAFETY: the number of buffers was checked; a view names one of those there are.
        unsafe { (*self.array.buffers.add(index)).cast() }
    }
}

/// A part of a buffer; nothing is read for an empty one, whose buffer may be absent.
///
/// # Safety
///
/// The producer of the column promises these bytes as long as the column lives.
unsafe fn part<'a>(buffer: *const u8, start: usize, length: usize) -> &'a [u8] {
    if length == 0 || buffer.is_null() {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { slice::from_raw_parts(buffer.add(start), length) }
}

impl Rows for TextColumn<'_> {
    fn n_rows(&self) -> usize {
        self.n_rows
    }

    fn row(&self, number: usize) -> Option<Row<'_>> {
        assert!(number < self.n_rows, "the row is one of the column");
        let at = self.first + number;
        let validity: *const u8 = self.buffer(0);
        // SAFETY: a producer promises a bit for each row if there is a buffer of them.
        if !validity.is_null() && unsafe { *validity.add(at / 8) } >> (at % 8) & 1 == 0 {
            return None;
        }
        // SAFETY: a producer promises one more offset than rows, in order and within the data;
        // a view of 16 bytes for each row, which may be unaligned, and which leads to a buffer
        // there is; or bytes of the fixed length for each row.
        let text = unsafe {
            match self.layout {
                Layout::Small => {
                    let ends = self.buffer::<i32>(1).add(at);
                    let (start, end) = (*ends as usize, *ends.add(1) as usize);
                    part(self.buffer(2), start, end.saturating_sub(start))
                }
                Layout::Large => {
                    let ends = self.buffer::<i64>(1).add(at);
                    let (start, end) = (*ends as usize, *ends.add(1) as usize);
                    part(self.buffer(2), start, end.saturating_sub(start))
                }
                Layout::Views => {
                    let view = self.buffer::<u8>(1).add(16 * at);
                    let word = |k: usize| view.cast::<i32>().add(k).read_unaligned() as usize;
                    if word(0) <= 12 {
                        part(view, 4, word(0))
                    } else {
                        part(self.buffer(2 + word(2)), word(3), word(0))
                    }
                }
                Layout::Fixed(width) => part(self.buffer(1), at * width, width),
            }
        };
        Some(Row::Text(text))
    }
}

/// Batches that are made when they are asked for.
pub(crate) trait Batches: Send {
    /// The type of the batches.
    fn schema(&mut self) -> Result<Schema, String>;

    /// The next batch, or none at the end.
    fn next(&mut self) -> Result<Option<Array>, String>;
}

/// A stream of ours, and the message of its last error.
struct OwnStream {
    batches: Box<dyn Batches>,
    error: CString,
}

impl OwnStream {
    /// Hands a result out: zero, or an error code with its message kept.
    ///
    /// # Safety
    ///
    /// `out` is valid for writing.
    unsafe fn hand<T>(&mut self, made: Result<T, String>, out: *mut T) -> c_int {
        match made {
            Ok(made) => {
                // SAFETY: the caller promises room, whose old contents mean nothing.
                unsafe { out.write(made) };
                0
            }
            Err(message) => {
                self.error = CString::new(message.replace('\0', "")).unwrap_or_default();
                INVALID
            }
        }
    }
}

/// `EINVAL`, which is 22 on every system.
const INVALID: c_int = 22;

/// The state of a stream of ours.
///
/// # Safety
///
/// `stream` is one of ours and not released, and nothing else uses it meanwhile.
unsafe fn own_stream<'a>(stream: *mut Stream) -> &'a mut OwnStream {
    // SAFETY: as the caller promises.
    unsafe { &mut *(*stream).private_data.cast::<OwnStream>() }
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: the consumer promises a stream of ours and room for a schema.
    unsafe {
        let own = own_stream(stream);
        let schema = own.batches.schema();
        own.hand(schema, out)
    }
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: the consumer promises a stream of ours and room for an array.
    unsafe {
        let own = own_stream(stream);
        let next = own.batches.next();
        // The end is an array that is released.
        own.hand(next.map(|next| next.unwrap_or_else(Array::empty)), out)
    }
}

unsafe extern "C" fn get_last_error(stream: *mut Stream) -> *const c_char {
    // SAFETY: the consumer promises a stream of ours; the text lives until its next error.
    unsafe { own_stream(stream) }.error.as_ptr()
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: the consumer promises a stream of ours that was not released before.
    unsafe {
        (*stream).release = None;
        drop(Box::from_raw((*stream).private_data.cast::<OwnStream>()));
    }
}

impl Stream {
    /// A stream of ours.
    pub(crate) fn of(batches: Box<dyn Batches>) -> Stream {
        let error = CString::default();
        let mut stream = Stream::empty();
        stream.get_schema = Some(get_schema);
        stream.get_next = Some(get_next);
        stream.get_last_error = Some(get_last_error);
        stream.release = Some(release_stream);
        stream.private_data = Box::into_raw(Box::new(OwnStream { batches, error })).cast();
        stream
    }

    /// The type of its batches.
    pub(crate) fn schema(&mut self) -> Result<Schema, String> {
        let mut schema = Schema::empty();
        let get = self
            .get_schema
            .ok_or("expected a stream, found a released one")?;
        // SAFETY: the stream is not released, and there is room for the schema.
        let code = unsafe { get(self, &raw mut schema) };
        self.checked(code).map(|()| schema)
    }

    /// The next batch, or none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Array>, String> {
        let mut array = Array::empty();
        let get = self
            .get_next
            .ok_or("expected a stream, found a released one")?;
        // SAFETY: the stream is not released, and there is room for the array.
        let code = unsafe { get(self, &raw mut array) };
        self.checked(code)?;
        Ok(array.release.is_some().then_some(array))
    }

    fn checked(&mut self, code: c_int) -> Result<(), String> {
        if code == 0 {
            return Ok(());
        }
        let last_error = self.get_last_error.map_or(ptr::null(), |get| {
            // SAFETY: the stream is not released, and its last call returned an error.
            unsafe { get(self) }
        });
        let message = text_at(last_error);
        Err(format!(
            "the table's stream failed with code {code}: {message}"
        ))
    }
}

/// What an object with Arrow's methods hands over.
pub(crate) enum Source {
    /// A column in one piece.
    One(Schema, Array),
    /// A column in pieces, or a table.
    Many(Stream),
}

impl Source {
    /// Takes it from an object, or none if it has no such methods.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Source>> {
        if object.hasattr("__arrow_c_array__")? {
            let pair = object.call_method0("__arrow_c_array__")?;
            let pair = pair.cast::<PyTuple>()?;
            let (schema, array) = (pair.get_item(0)?, pair.get_item(1)?);
            // SAFETY: by its name a capsule holds such a struct.
            let (schema, array) = unsafe {
                let schema = taken(&schema, SCHEMA, Schema::empty())?;
                (schema, taken(&array, ARRAY, Array::empty())?)
            };
            return Ok(Some(Source::One(schema, array)));
        }
        Source::of_table(object)
    }

    /// Takes a stream from an object, or none if it has no such method.
    pub(crate) fn of_table(object: &Bound<'_, PyAny>) -> PyResult<Option<Source>> {
        if object.hasattr("__arrow_c_stream__")? {
            let stream = object.call_method0("__arrow_c_stream__")?;
            // SAFETY: by its name a capsule holds such a struct.
            let stream = unsafe { taken(&stream, STREAM, Stream::empty())? };
            return Ok(Some(Source::Many(stream)));
        }
        Ok(None)
    }
}

/// Moves a struct out of a capsule.
///
/// # Safety
///
/// A capsule of this name holds a `T`.
unsafe fn taken<T>(object: &Bound<'_, PyAny>, name: &CStr, empty: T) -> PyResult<T> {
    let capsule = object.cast::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(name))?;
    // SAFETY: the capsule holds a `T`, and what is left in it is marked as released.
    Ok(unsafe { ptr::replace(pointer.as_ptr().cast::<T>(), empty) })
}

/// A schema for Python.
pub(crate) fn schema_capsule(py: Python<'_>, schema: Schema) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// An array for Python.
pub(crate) fn array_capsule(py: Python<'_>, array: Array) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, array, ARRAY)
}

/// A stream for Python.
pub(crate) fn stream_capsule(py: Python<'_>, stream: Stream) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, stream, STREAM)
}

/// Works on the rows of a buffer of bytes with the shape `(n, 81)`, such as a numpy array, read
/// where it lies.
pub(crate) fn with_boards<R>(
    buffer: &PyBuffer<u8>,
    work: impl FnOnce(&[[u8; 81]]) -> R,
) -> PyResult<R> {
    let is_table = buffer.shape().len() == 2 && buffer.shape()[1] == 81;
    let bytes = buffer.as_slice_ptr().filter(|_| is_table);
    let bytes = bytes.ok_or_else(|| {
        let shape = buffer.shape();
        PyTypeError::new_err(format!(
            "expected bytes in the shape (n, 81), found {shape:?}"
        ))
    })?;
    // SAFETY: the buffer is held until the end of the call. Whoever writes to it meanwhile, in
    // another thread, may get answers to neither puzzle: that is asked for by no one, and the
    // same in numpy itself.
    let bytes = unsafe { bytes.as_ref() };
    Ok(work(bytes.as_chunks().0))
}
