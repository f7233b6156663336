"""Against a running service: ASSAY_URL and ASSAY_ADMIN_TOKEN name it (npm run test:python starts one)."""

import os
import tempfile
import unittest
from pathlib import Path

from assay import Assay, AssayError

URL = os.environ["ASSAY_URL"]
SAMPLE = Path(__file__).parents[2] / "samples" / "data-processing-agreement.pdf"


class Service(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.operator = Assay(URL, admin_token=os.environ["ASSAY_ADMIN_TOKEN"]).admin
        partner_key = cls.operator.create_partner({"name": "Consultancy"})["apiKey"]
        cls.partner = Assay(URL, api_key=f" {partner_key}\n")
        onboarded = cls.partner.onboard_company({"name": "Acme GmbH", "country": "DE"})
        cls.company = Assay(URL, api_key=onboarded["companyApiKey"])
        cls.entity = onboarded["businessEntityId"]
        frameworks = cls.company.list_compliance_frameworks()["frameworks"]
        cls.control = next(
            control for framework in frameworks for control in framework["controls"] if control["code"] == "DPA"
        )
        cls.items = cls.company.list_control_items(cls.control["id"])["items"]
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))

    def target(self):
        return {
            "business_entity_id": self.entity,
            "control_id": self.control["id"],
            "selected_control_item_ids": [item["id"] for item in self.items[:2]],
        }

    def test_a_document_is_submitted_judged_and_reported(self):
        uploaded = self.company.upload_documents([SAMPLE], **self.target())
        [document] = uploaded["documents"]
        states = []
        result = self.company.wait_for_result(document["documentId"], on_progress=lambda one: states.append(one["status"]))
        self.assertEqual((result["status"], states[-1]), ("completed", "completed"))
        self.assertEqual(len(result["complianceItems"]), 2)
        for item in result["complianceItems"]:
            self.assertTrue(0 <= item["result"]["score"] <= 100)
        report = self.company.get_compliance_review_report(uploaded["complianceReviewId"], format="csv")
        saved = report.save(self.folder)
        self.assertEqual(saved.suffix, ".csv")
        self.assertGreater(saved.stat().st_size, 100)

    def test_an_interrupted_upload_in_chunks_is_resumed(self):
        large = self.folder / "notes.txt"
        large.write_text("The processor notifies the controller of each breach within 24 hours.\n" * 3000)
        resume = self.folder / "upload.json"
        options = {**self.target(), "resume_file": resume, "max_form_bytes": 0}

        def interrupt(stored, total):
            self.assertEqual(total, large.stat().st_size)
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.company.upload_documents([large], on_progress=interrupt, **options)
        self.assertTrue(resume.exists())
        other = self.folder / "other.txt"
        other.write_text("Another file.")
        with self.assertRaises(AssayError) as caught:
            self.company.upload_documents([other], **options)
        self.assertEqual(caught.exception.code, "resume_mismatch")
        seen = []
        uploaded = self.company.upload_documents([large], on_progress=lambda stored, total: seen.append(stored), **options)
        self.assertEqual([one["fileNames"] for one in uploaded["documents"]], [["notes.txt"]])
        self.assertEqual(seen[-1], large.stat().st_size)
        self.assertFalse(resume.exists())
        self.company.delete_document(uploaded["documents"][0]["documentId"])

    def test_several_files_become_several_documents_or_one(self):
        files = []
        for name in ("first.md", "second.md"):
            files.append(self.folder / name)
            files[-1].write_text(f"# {name}\n\nThe processor acts on documented instructions only.\n")
        each = self.company.upload_documents(files, **self.target())
        self.assertEqual([one["fileNames"] for one in each["documents"]], [["first.md"], ["second.md"]])
        one = self.company.upload_documents(files, is_consolidated=True, **self.target())
        self.assertEqual([document["fileNames"] for document in one["documents"]], [["first.md", "second.md"]])
        for document in [*each["documents"], *one["documents"]]:
            self.assertEqual(self.company.wait_for_result(document["documentId"])["status"], "completed")

    def test_lists_are_read_page_by_page(self):
        for number in range(3):
            self.company.create_business_entity({"name": f"Entity {number}"})
        names = [one["name"] for one in self.company.iterate_business_entities(limit=1)]
        self.assertTrue({"Entity 0", "Entity 1", "Entity 2"} <= set(names))

    def test_errors_have_code_message_status_and_request(self):
        with self.assertRaises(AssayError) as caught:
            self.company.onboard_company({"name": "Nobody"})
        error = caught.exception
        self.assertEqual((error.code, error.status), ("wrong_tier", 403))
        self.assertTrue(error.message)
        self.assertIsNotNone(error.request_id)
        with self.assertRaises(AssayError) as caught:
            self.company.get_document("../companies")
        self.assertEqual((caught.exception.code, caught.exception.status), ("not_found", 404))
        with self.assertRaises(AssayError) as caught:
            self.company.submit_documents([SAMPLE], controlId="x")
        self.assertEqual(caught.exception.code, "invalid_options")

    def test_the_same_idempotency_key_creates_once(self):
        first, second = (
            self.company.create_business_entity({"name": "Once"}, idempotency_key="python-client-once") for _ in range(2)
        )
        self.assertEqual(first["id"], second["id"])

    def test_a_key_is_never_sent_elsewhere_or_repeated_in_messages(self):
        for address in ("ftp://example.com", "example.com", "https://user:secret@example.com"):
            with self.assertRaises(AssayError) as caught:
                Assay(address, api_key="k")
            self.assertNotIn("secret", str(caught.exception))
        with self.assertRaises(AssayError) as caught:
            Assay(URL, api_key="assay_company_a\nb")
        self.assertNotIn("assay_company", str(caught.exception))

    def test_an_unreachable_service_is_a_network_error(self):
        with self.assertRaises(AssayError) as caught:
            Assay("http://127.0.0.1:9", retries=1).get_health()
        self.assertEqual(caught.exception.code, "network")
