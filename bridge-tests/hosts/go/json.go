package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// object is a JSON object whose keys keep their order.
type object []member

type member struct {
	key   string
	value any
}

// problem is one place of a value that JSON has no form for.
type problem struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

type encoder struct {
	text     bytes.Buffer
	maxDepth int
	problems []problem
}

// encode writes a value as JSON text, or names every place that has no form.
func encode(value any, maxDepth int) ([]byte, []problem) {
	e := &encoder{maxDepth: maxDepth}
	e.write(value, "", 1)
	return e.text.Bytes(), e.problems
}

func (e *encoder) write(value any, path string, depth int) {
	switch v := value.(type) {
	case nil:
		e.text.WriteString("null")
	case bool:
		e.text.WriteString(strconv.FormatBool(v))
	case int:
		e.text.WriteString(strconv.Itoa(v))
	case int64:
		e.text.WriteString(strconv.FormatInt(v, 10))
	case *big.Int:
		e.text.WriteString(v.String())
	case float64:
		e.float(v, path)
	case string:
		e.string(v)
	case json.RawMessage:
		e.text.Write(v)
	case []any:
		e.list(v, path, depth)
	case object:
		e.object(v, path, depth)
	default:
		e.fail(path, fmt.Sprintf("is a %T, which JSON has no form for", value))
	}
}

// A float keeps a point or an exponent, so that it stays one.
func (e *encoder) float(v float64, path string) {
	switch {
	case math.IsNaN(v):
		e.fail(path, "is NaN, a non-finite number that JSON has no form for")
	case math.IsInf(v, 0):
		sign := strings.TrimSuffix(strconv.FormatFloat(v, 'g', -1, 64), "Inf")
		e.fail(path, fmt.Sprintf("is %sInfinity, a non-finite number that JSON has no form for", strings.TrimPrefix(sign, "+")))
	default:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		e.text.WriteString(text)
	}
}

func (e *encoder) string(v string) {
	e.text.WriteByte('"')
	// Ranging over a string replaces what is no UTF-8 by U+FFFD.
	for _, r := range v {
		switch {
		case r == '"' || r == '\\':
			e.text.WriteByte('\\')
			e.text.WriteRune(r)
		case r < 0x20:
			fmt.Fprintf(&e.text, `\u%04x`, r)
		default:
			e.text.WriteRune(r)
		}
	}
	e.text.WriteByte('"')
}

func (e *encoder) list(v []any, path string, depth int) {
	if e.tooDeep(path, depth) {
		return
	}
	e.text.WriteByte('[')
	for i, item := range v {
		if i > 0 {
			e.text.WriteByte(',')
		}
		e.write(item, fmt.Sprintf("%s/%d", path, i), depth+1)
	}
	e.text.WriteByte(']')
}

func (e *encoder) object(v object, path string, depth int) {
	if e.tooDeep(path, depth) {
		return
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	e.text.WriteByte('{')
	for i, each := range v {
		if i > 0 {
			e.text.WriteByte(',')
		}
		e.string(each.key)
		e.text.WriteByte(':')
		e.write(each.value, path+"/"+escape.Replace(each.key), depth+1)
	}
	e.text.WriteByte('}')
}

func (e *encoder) tooDeep(path string, depth int) bool {
	if depth > e.maxDepth {
		e.fail(path, fmt.Sprintf("is nested deeper than %d levels", e.maxDepth))
	}
	return depth > e.maxDepth
}

func (e *encoder) fail(path, reason string) {
	e.problems = append(e.problems, problem{path, reason})
}
