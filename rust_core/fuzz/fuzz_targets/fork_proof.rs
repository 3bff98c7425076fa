#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| referee_fuzz::targets::files::fork_proof(data));
