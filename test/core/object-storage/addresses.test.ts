import { isObjectAddress, parseObjectAddress } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";

describe("an address in an object store", () => {
  it.each([
    ["s3://bucket", { bucket: "bucket", prefix: "" }],
    ["s3://bucket/", { bucket: "bucket", prefix: "" }],
    ["s3://my.bucket-1/a/b_c-d.e/", { bucket: "my.bucket-1", prefix: "a/b_c-d.e" }],
  ])("is a bucket and a prefix: %s", (text, address) => {
    expect(isObjectAddress(text)).toBe(true);
    expect(parseObjectAddress(text)).toEqual(address);
  });

  it.each([
    ["s3:/bucket/x", /names no bucket/],
    ["s3://", /names no bucket/],
    ["s3:///x", /names no bucket/],
    ["s3://Bucket/x", /names no possible bucket: 'Bucket'/],
    ["s3://b", /names no possible bucket/],
    ["s3://key:secret@bucket/x", /names no possible bucket/],
    ["s3://bucket/a//b", /prefix that is not made of plain names/],
    ["s3://bucket/../x", /prefix that is not made of plain names/],
    ["s3://bucket/a b", /prefix that is not made of plain names/],
    ["s3://bucket/a?versionId=1", /prefix that is not made of plain names/],
  ])("is refused with what is wrong: %s", (text, message) => {
    expect(() => parseObjectAddress(text)).toThrow(message);
    expect(() => parseObjectAddress(text)).toThrow(expect.objectContaining({ code: "invalid_parameters" }));
  });

  it("is no folder, and a folder is none", () => {
    for (const text of ["./s3", "/data", "C:\\data", "data/s3:x"]) expect(isObjectAddress(text)).toBe(false);
  });
});
