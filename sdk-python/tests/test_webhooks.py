import base64
import hashlib
import hmac
import unittest

from assay import AssayError, verify_webhook

SECRET = "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"type":"document.completed","timestamp":"2026-03-01T11:59:59.000Z","data":{"companyId":"c"}}'
NOW = 1772366400


def signed(body: bytes, timestamp: int = NOW) -> dict[str, str]:
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.new(key, b"e1.%d." % timestamp + body, hashlib.sha256).digest()).decode()
    return {"Webhook-Id": "e1", "webhook-timestamp": str(timestamp), "webhook-signature": f"v1,{signature}"}


class Webhooks(unittest.TestCase):
    def refused(self, *arguments, **options):
        with self.assertRaises(AssayError) as caught:
            verify_webhook(*arguments, **options)
        self.assertEqual(caught.exception.code, "invalid_signature")
        return caught.exception.message

    def test_a_signed_body_is_accepted_as_bytes_or_text(self):
        for body in (BODY, BODY.decode()):
            event = verify_webhook(signed(BODY), body, SECRET, now=NOW)
            self.assertEqual((event["id"], event["type"], event["data"]["companyId"]), ("e1", "document.completed", "c"))

    def test_the_example_of_the_standard_webhooks_libraries_verifies(self):
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        event = verify_webhook(headers, '{"test": 2432232314}', SECRET, now=1614265330)
        self.assertEqual(event["id"], "msg_p5jXN8AQM9LWM0D4loKWxJek")

    def test_one_valid_signature_of_several_is_enough(self):
        headers = signed(BODY)
        headers["webhook-signature"] = f"v1,AAAA v2,xx broken {headers['webhook-signature']}"
        self.assertEqual(verify_webhook(headers, BODY, SECRET, now=NOW)["type"], "document.completed")

    def test_a_changed_body_a_late_request_and_another_secret_are_refused(self):
        self.assertIn("body was changed", self.refused(signed(BODY), BODY + b" ", SECRET, now=NOW))
        self.assertIn("seconds off", self.refused(signed(BODY), BODY, SECRET, now=NOW + 301))
        self.assertIn("body was changed", self.refused(signed(BODY), BODY, "whsec_AAAA", now=NOW))
        self.assertIn("base64", self.refused(signed(BODY), BODY, "whsec_?", now=NOW))
        self.assertIn("lacks", self.refused({}, BODY, SECRET, now=NOW))
        self.assertIn("not a number", self.refused({**signed(BODY), "webhook-timestamp": "nan"}, BODY, SECRET, now=NOW))
