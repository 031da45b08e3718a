import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlText } from "../../../packages/core/src/ingest/html-text.js";

describe("the text of HTML", () => {
  it.each([
    ["<p>Apple gains</p><p>Nvidia <b>falls</b></p>", "Apple gains\nNvidia falls"],
    ["one<br>two<br/>three<BR />four", "one\ntwo\nthree\nfour"],
    ["<ul><li>one</li><li>two</li></ul>", "one\ntwo"],
    ["a<script>var x = '<p>no</p>';</script>b<style>p{}</style>c", "abc"],
    ["a<head><title>x</title></head>b<template><p>no</p></template>c", "abc"],
    ["<html><head><title>x</title><body>Apple", "Apple"],
    ["a<!-- no > --> b<!DOCTYPE html><?php no ?>c", "a bc"],
    ["<a href='x>y' title=\"a<b\">Apple</a> up", "Apple up"],
    ["AT&amp;T &lt;b&gt; &copy &#x1F680;&nbsp;x", "AT&T <b> © 🚀 x"],
    ["5 < 6 and I <3 NVDA", "5 < 6 and I <3 NVDA"],
    ["EPS <estimates", "EPS <estimates"],
    ['cut off <a href="x', 'cut off <a href="x'],
    ["&lt;p&gt; stays", "<p> stays"],
    ["a < /p >b", "a < /p >b"],
    ["<p></p>", null],
    ["", null],
    [null, null],
  ])("%j is %j", (html, text) => {
    expect(htmlText(html)).toBe(text);
  });

  it("keeps every word outside tags, in order", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const tag = fc.constantFrom("<p>", "</p>", "<b>", "</b>", "<br/>", "<i class='x y'>", "<!-- c -->", "</x>", "<hr>");
    fc.assert(
      fc.property(fc.array(fc.tuple(word, tag)), (parts) => {
        const html = parts.map(([said, between]) => ` ${said} ${between}`).join("");
        expect((htmlText(html) ?? "").split(/\s+/).filter((said) => said !== "")).toEqual(parts.map(([said]) => said));
      }),
    );
  });
});
